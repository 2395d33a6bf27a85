"""Events: from the first email to the last deck check.

An event is one SQLite file, the only state there is (`store`; its rows are the values of `model`). `arrivals` turns
files (`documents`), emails (`mails`) and tables (`forms`) into lists with their players, `taking` puts them into the
event, and `checking` judges them with the ordinary engine. `standings` says where each player is;
`publishing` and `exchange` write files from that, and `table_checks` draws and records deck checks. Begin reading
with `taking`.
"""
