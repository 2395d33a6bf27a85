-- The tables of an event file, as of its first version; `database.py` has the steps to the present one.
create table event (id integer primary key check (id = 1), name text not null, format text not null,
  format_digest text not null, pool_digest text not null, as_of text not null, deadline text not null,
  visibility text not null, secret text not null, created text not null) strict;
create table player (id integer primary key, name text not null, contact text not null, external_id text not null,
  seat text not null, status text not null) strict;
create table submission (id integer primary key, player integer not null references player, revision integer not null,
  received text not null, source text not null, file text not null, row integer not null, called text not null,
  content blob not null, syntax text not null, verdict text not null, reason text not null, findings text not null,
  fingerprint text not null, checker text not null, format_digest text not null, pool_digest text not null,
  unique (player, revision)) strict;
create table ruling (id integer primary key, time text not null, judge text not null, decision text not null,
  reason text not null, code text not null, card text not null, player text not null, fingerprint text not null,
  expires text not null) strict;
create table deck_check (id integer primary key, submission integer not null references submission,
  round integer not null, seat text not null, judge text not null, started text not null, ended text not null,
  differences text not null, penalty text not null, note text not null) strict;
create table link (id integer primary key, opens text not null, player integer not null,
  secret_hash text not null unique, expires text not null, revoked integer not null) strict;
create table log (id integer primary key, time text not null, who text not null, kind text not null,
  player integer not null, data text not null) strict;
create index log_by_kind on log (kind, player);
