"""What other machines run: the hooks, the action, the examples of docs/ci.md and docs/configuration.md."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckcheck.cli import run
from deckcheck.model.limits import Limits
from deckcheck.system.config import load
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))}


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n((?:.*\n)*?)```", page)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one legal and one illegal list, and a ``deckcheck`` and a ``python`` to run."""
    lists = tmp_path / "lists" / "spring-cup"
    lists.mkdir(parents=True)
    (lists / "legal.txt").write_bytes((ROOT / "examples" / "crane-celestial.txt").read_bytes())
    (lists / "an illegal one.txt").write_bytes((ROOT / "examples" / "crane-with-slips.txt").read_bytes())
    commands = tmp_path / "bin"
    commands.mkdir()
    for name, arguments in (("deckcheck", "-m deckcheck"), ("python", "")):
        (commands / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {arguments} "$@"\n', "utf-8")
        (commands / name).chmod(0o755)
    return tmp_path


def bash(script: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PATH": path} | env,
        check=False,
    )


class TestAction:
    def step(self) -> dict[str, Any]:
        (step,) = [step for step in ACTION["runs"]["steps"] if step.get("id") == "check"]
        return dict(step)

    def run(self, folder: Path, **inputs: str) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
        """Run the step as the runner does: inputs in the environment; return it with the outputs it set."""
        values = {key: field.get("default", "") for key, field in ACTION["inputs"].items()} | inputs
        env = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda match: values[match[1]], text)
            for name, text in self.step()["env"].items()
        }
        files = {name: str(folder / name.lower()) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        result = bash(self.step()["run"], folder, **env, **files, RUNNER_TEMP=str(folder))
        output = folder / "github_output"
        lines = output.read_text("utf-8").splitlines() if output.exists() else []
        return result, dict(line.split("=", 1) for line in lines)

    def test_it_is_a_composite_action(self) -> None:
        assert {"name", "description", "runs"} <= ACTION.keys()
        assert ACTION["runs"]["using"] == "composite"
        assert all("shell" in step for step in ACTION["runs"]["steps"] if "run" in step)
        assert all("value" in output for output in ACTION["outputs"].values())
        assert all(re.search(r"@[0-9a-f]{40}$", step["uses"]) for step in ACTION["runs"]["steps"] if "uses" in step)

    def test_inputs_never_stand_in_a_script(self) -> None:
        assert [step for step in ACTION["runs"]["steps"] if "${{" in step.get("run", "")] == []

    def test_it_annotates_and_counts(self, folder: Path) -> None:
        result, outputs = self.run(folder, paths="lists\n", format="celestial-40-40")

        assert result.returncode == 1
        assert "::error file=lists/spring-cup/an illegal one.txt,line=17,endLine=17,col=1" in result.stdout
        report = outputs.pop("report")
        assert outputs == {"decks": "2", "legal": "1", "illegal": "1", "undecided": "0", "failed": "0"}
        assert set(ACTION["outputs"]) == {*outputs, "report", "comment"}
        assert json.loads(Path(report).read_text("utf-8").splitlines()[-1])["summary"]["illegal"] == 1
        assert "## 2 decks checked: 1 legal, 1 illegal" in (folder / "github_step_summary").read_text("utf-8")

    def test_inputs_are_no_commands(self, folder: Path) -> None:
        result, _ = self.run(folder, paths="$(touch owned)\n; touch owned\n--version", format="$(touch owned)")

        assert result.returncode == 2
        assert not (folder / "owned").exists()

    def test_paths_are_lines_and_args_are_words(self, folder: Path) -> None:
        result, outputs = self.run(
            folder,
            paths="lists/spring-cup/an illegal one.txt\nlists/spring-cup/legal.txt",
            format="celestial-40-40",
            args="--exit-zero --isolated",
        )

        assert (result.returncode, outputs["decks"]) == (0, "2")

    def test_a_pull_request_with_a_legal_list_passes_beside_another_players_list(self, folder: Path) -> None:
        git = "git -c user.name=ci -c user.email=ci@example.org -c init.defaultBranch=main"
        legal = folder / "lists" / "spring-cup" / "legal.txt"
        content = legal.read_bytes()
        legal.unlink()
        assert bash(f"{git} init -q && {git} add lists && {git} commit -qm before", folder).returncode == 0
        legal.write_bytes(content)
        assert bash(f"{git} switch -qc mine && {git} add lists && {git} commit -qm mine", folder).returncode == 0

        inputs = {"paths": "lists", "format": "celestial-40-40", "changed-only": "true", "args": "--base main"}
        result, outputs = self.run(folder, **inputs)

        assert (result.returncode, outputs["decks"], outputs["legal"]) == (0, "1", "1")
        result, _ = self.run(folder, **inputs | {"args": "--base nosuch"})
        assert (result.returncode, "fetch-depth: 0" in result.stderr) == (2, True)

    def test_a_comment_shows_the_fewest_changes_as_a_diff(self, folder: Path) -> None:
        pytest.importorskip("highspy")

        result, outputs = self.run(folder, paths="lists", format="celestial-40-40", suggest="true")

        comment = Path(outputs["comment"]).read_text("utf-8")
        assert result.returncode == 1
        assert "## 2 decks checked: 1 legal, 1 illegal" in comment
        diff = comment.partition("```diff\n")[2].partition("```")[0]
        assert "-4 Marketplace\n+3 Marketplace\n" in diff
        assert "legal.txt" not in diff
        assert "still works" not in result.stderr

    def test_no_paths_are_an_error(self, folder: Path) -> None:
        result, outputs = self.run(folder, format="celestial-40-40")

        assert (result.returncode, outputs) == (2, {})


class TestHooks:
    def test_they_have_what_pre_commit_needs(self) -> None:
        assert all({"id", "name", "entry", "language", "files"} <= hook.keys() for hook in HOOKS.values())

    @pytest.mark.parametrize(
        ("path", "taken"), [("lists/cup/a.txt", True), ("decks/a.json", True), ("a.txt", False), ("lists/a.md", False)]
    )
    def test_lists_are_taken(self, path: str, taken: bool) -> None:
        assert bool(re.search(HOOKS["deckcheck"]["files"], path)) is taken

    def test_the_hook_of_the_page_checks_the_files_given(self, folder: Path) -> None:
        (page,) = [block for block in blocks(PAGE, "yaml") if "hooks:" in block]
        ((hook,),) = [repo["hooks"] for repo in yaml.safe_load(page)["repos"]]
        entry = HOOKS[hook["id"]]["entry"]

        result = bash(shlex.join([*entry.split(), *hook["args"], "lists/spring-cup/an illegal one.txt"]), folder)

        assert result.returncode == 1
        assert "error[C001]" in result.stdout

    def test_the_hook_for_formats_finds_mistakes(self, folder: Path) -> None:
        (folder / "formats").mkdir()
        (folder / "formats" / "cup.yaml").write_text("id: cup\nname: Cup\nextends: nosuch\n", "utf-8")

        result = bash(HOOKS["deckcheck-formats"]["entry"], folder)

        assert result.returncode == 1
        assert "nosuch" in result.stdout


class TestPage:
    def test_the_settings_and_commands_of_the_page_work(self, folder: Path) -> None:
        (folder / "deckcheck.toml").write_text(blocks(PAGE, "toml")[0], "utf-8")
        commands = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]

        results = [bash(command, folder) for command in commands]

        assert [result.returncode for result in results] == [1] * len(commands)
        assert len(commands) == 5
        assert "an illegal one.txt: illegal in Celestial Edition" in results[0].stdout
        assert "| What it checks" in results[1].stdout
        assert len((folder / "registered.csv").read_text("utf-8").splitlines()) == 3
        assert len((folder / "fingerprints.txt").read_text("utf-8").splitlines()) == 2

    def test_the_workflow_gives_the_action_what_it_takes(self) -> None:
        (workflow,) = [yaml.safe_load(block) for block in blocks(PAGE, "yaml") if "runs-on" in block]

        (step,) = [step for step in workflow["jobs"]["check"]["steps"] if "deckcheck" in step["uses"]]
        required = {key for key, field in ACTION["inputs"].items() if field["required"]}
        assert required <= step["with"].keys() <= ACTION["inputs"].keys()

    def test_the_job_for_gitlab_writes_its_report(self, folder: Path) -> None:
        (job,) = [yaml.safe_load(block)["deckcheck"] for block in blocks(PAGE, "yaml") if "script:" in block]
        (folder / "deckcheck.toml").write_text(blocks(PAGE, "toml")[0], "utf-8")
        install, *commands = job["script"]

        results = [bash(command, folder) for command in commands]

        assert "pip install" in install
        assert [result.returncode for result in results] == [1]
        assert "<failure" in (folder / job["artifacts"]["reports"]["junit"]).read_text("utf-8")

    def test_the_configuration_page_shows_settings_that_are_right(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        page = (ROOT / "docs" / "configuration.md").read_text("utf-8")
        file = tmp_path / "deckcheck.toml"
        file.write_text(blocks(page, "toml")[0], "utf-8")

        assert run(["config", "show", "--config", str(file)]) == 0

        shown = capsys.readouterr().out
        settings = [line.split()[0] for line in shown.splitlines()[3:]]
        assert load(file).formats().keys() == {"celestial-40-40", "lcg-skirmish"}
        assert [name for name in settings if f"`{name.partition('.')[0]}`" not in page] == []
        file.write_text(blocks(page, "toml")[1], "utf-8")
        assert load(file).settings.limits == Limits(lines=5000, messages=1000)
