"""The files under deploy/, tried as far as a machine without a container engine allows."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml
from scripts.pages import DOCS, settings

from handful.table.verification import verify
from tests.hosting.evening import fetch_the_client, play
from tests.hosting.machines import ROOT, copy_of_the_sources, run, uv
from tests.patience import PATIENCE_S, until
from tests.server.clients import Server
from tests.server.nats import Nats, free_port
from tests.store.postgres import Postgres

pytestmark = pytest.mark.xdist_group("deploy")

DEPLOY = ROOT / "deploy"
COMPOSED = ["compose.yaml", "compose.cluster.yaml"]
KNOWN = {one.envvar for one in settings.options()} | {"HANDFUL_CACHE"}
"""The settings that there are."""
OF_CADDY = {"HANDFUL_SITE", "HANDFUL_NODES"}


def text_of(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


# ------------------------------------------------------------ settings


def test_every_option_of_the_server_has_a_name_in_the_environment_by_one_rule() -> None:
    for command in ("serve", "doctor", "backup", "restore"):
        for one in settings.options(command):
            assert one.envvar == "HANDFUL_" + one.opts[0].removeprefix("--").replace("-", "_").upper()
    serve: Any = settings.get_command(settings.app)
    assert [one.name for one in serve.commands["serve"].params if not one.envvar] == []


def test_the_page_lists_the_settings_as_they_are() -> None:
    page = (DOCS / "hosting.md").read_text(encoding="utf-8")
    assert settings.with_settings(page) == page, "python -m scripts.pages writes the table anew"
    assert settings.BEGIN in page


@pytest.mark.parametrize("name", [*COMPOSED, "Dockerfile", "handful.service", "Caddyfile"])
def test_only_settings_that_exist_are_made(name: str) -> None:
    named = set(re.findall(r"\bHANDFUL_[A-Z_]+", text_of(name)))
    assert named
    assert named <= KNOWN | OF_CADDY
    assert named & OF_CADDY == (named & set(re.findall(r"HANDFUL_[A-Z]+", text_of("Caddyfile"))))


# ------------------------------------------------------------ the image


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, continued lines joined."""
    lines = re.sub(r"^#.*\n", "", text_of("Dockerfile"), flags=re.MULTILINE).replace("\\\n", " ")
    return [(word, rest.strip()) for word, _, rest in (line.partition(" ") for line in lines.splitlines() if line)]


def of(word: str) -> list[str]:
    return [rest for kind, rest in instructions() if kind == word]


def environment_of_the_image() -> dict[str, str]:
    return dict(pair.split("=", 1) for line in of("ENV") for pair in line.split())


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the first stage of the image makes, made by its own commands."""
    folder = tmp_path_factory.mktemp("image")
    clone = copy_of_the_sources(folder, built=False)
    first = [rest for word, rest in instructions()[: instructions().index(("FROM", of("FROM")[1]))] if word == "RUN"]
    assert first[0] == "pip install --no-cache-dir uv"
    for command in first[1:]:
        there = command.replace("/opt/handful", str(folder / "handful")).replace("/dist", str(folder / "dist"))
        there = there.replace("uv ", f"{uv()} --quiet ").replace("--python python3 ", f"--python {sys.executable} ")
        run("sh", "-e", "-c", there, folder=clone)
    return folder / "handful"


def test_the_image_has_all_that_nodes_need(image: Path) -> None:
    run(image / "bin" / "python", "-c", "import asyncpg, nats, stamina, handful.store.postgresql, handful.server.app")
    assert list(image.glob("lib/python*/site-packages/handful/server/static/index.html"))


def test_the_image_serves_with_its_own_settings_and_is_looked_after(image: Path, tmp_path: Path) -> None:
    """Its entry and command, in its environment; its health check says 0, and then not."""
    port, store = free_port(), tmp_path / "tables.db"
    made = {**environment_of_the_image(), "HANDFUL_PORT": str(port), "HANDFUL_STORE": str(store)}
    assert environment_of_the_image()["HANDFUL_STORE"].startswith(of("VOLUME")[0])
    assert environment_of_the_image()["HANDFUL_PORT"] == of("EXPOSE")[0]
    made |= {"PATH": str(image / "bin"), "HANDFUL_CACHE": str(tmp_path / "cache"), "HANDFUL_HOST": "127.0.0.1"}
    command = [*json.loads(of("ENTRYPOINT")[0]), *json.loads(of("CMD")[0])]
    healthy = json.loads(of("HEALTHCHECK")[0].partition("CMD ")[2])
    with serving(command, made):
        assert play_there(f"http://127.0.0.1:{port}").startswith("game: spar")
        assert subprocess.run(healthy, env=made, executable=image / "bin" / "python", check=False).returncode == 0
        store.unlink()
        unwell = subprocess.run(
            healthy, env=made, executable=image / "bin" / "python", stderr=subprocess.DEVNULL, check=False
        )
        assert unwell.returncode == 1


@contextmanager
def serving(command: list[str], environment: dict[str, str]) -> Iterator[None]:
    program = shutil.which(command[0], path=environment["PATH"])
    assert program
    server = subprocess.Popen(
        [program, *command[1:]], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert server.stdout
    try:
        assert server.stdout.readline().startswith("Handful is at")
        yield
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(PATIENCE_S)
        server.stdout.close()


def play_there(address: str) -> str:
    return asyncio.run(play(address))


def test_the_image_runs_as_nobody_in_particular_and_its_modules_exist() -> None:
    order = [word for word, _ in instructions()]
    assert of("USER") == ["handful"]
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert "useradd --system" in of("RUN")[-2]
    for module in re.findall(r"python -m ([\w.]+)", text_of("Dockerfile")):
        assert find_spec(module), f"{module} is not a module"


# ------------------------------------------------------------ compose


@pytest.mark.parametrize("name", COMPOSED)
def test_a_compose_file_is_whole(name: str) -> None:
    composed = yaml.safe_load(text_of(name))
    services = composed["services"]
    for service in services.values():
        assert service["restart"] == "unless-stopped"
        assert "build" in service or ":" in service["image"], "an image of others has a version"
        for network in service["networks"]:
            assert network in composed["networks"]
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in composed["volumes"] or (DEPLOY / source).is_file()
        if "build" in service:
            assert (
                DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]
            ).resolve() == DEPLOY / "Dockerfile"
        for other in service.get("depends_on", {}):
            assert other in services


def test_the_file_for_one_server_keeps_its_tables_in_the_volume_of_the_image() -> None:
    service = yaml.safe_load(text_of("compose.yaml"))["services"]["handful"]
    assert service["volumes"] == [f"tables:{of('VOLUME')[0]}"]
    assert service["environment"]["HANDFUL_STORE"].startswith(of("VOLUME")[0])
    assert service["ports"] == [f"127.0.0.1:8000:{of('EXPOSE')[0]}"]


def test_the_file_for_three_nodes_is_what_the_nodes_need() -> None:
    """Addresses name services that are there; only the proxy is open to the outside, and only it is believed."""
    composed = yaml.safe_load(text_of("compose.cluster.yaml"))
    services = composed["services"]
    nodes = [name for name, service in services.items() if "build" in service]
    assert len(nodes) == 3
    proxied = services["caddy"]["environment"]["HANDFUL_NODES"].split()
    assert proxied == [f"{node}:{of('EXPOSE')[0]}" for node in nodes]
    subnet = composed["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    for node in nodes:
        made = services[node]["environment"]
        assert re.match(r"postgresql://handful@(\w+)/handful$", made["HANDFUL_STORE"])[1] in services  # type: ignore[index]
        assert re.match(r"nats://(\w+):4222$", made["HANDFUL_BUS"])[1] in services  # type: ignore[index]
        assert made["HANDFUL_PROXY"] == subnet
        assert made["PGPASSWORD"] == services["postgres"]["environment"]["POSTGRES_PASSWORD"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert [name for name, service in services.items() if "outside" in service["networks"]] == ["caddy"]
    assert composed["networks"]["inside"]["internal"]


def test_a_network_of_proxies_is_believed_and_others_are_not(tmp_path: Path) -> None:
    """As compose names it: then cookies are Secure behind TLS."""
    for proxies, secure in ((("127.0.0.0/24",), True), (("10.0.0.0/24",), False)):
        with Server(tmp_path, proxies=proxies) as server:
            answer = server.http.post(
                f"{server.address}/api/me", json={"name": "Ada"}, headers={"X-Forwarded-Proto": "https"}
            )
            assert ("secure" in answer.headers["set-cookie"].lower()) is secure


# ------------------------------------------------------------ Caddy, systemd


def caddy() -> str:
    found = shutil.which(os.environ.get("HANDFUL_CADDY", "caddy"))
    if found is None:
        pytest.skip("there is no Caddy on this machine; HANDFUL_CADDY may name one")
    return found


def test_three_nodes_behind_a_real_caddy(database: Postgres, tmp_path: Path) -> None:
    """What the compose file for three nodes starts, without containers: one node dies, and games go on."""
    program = caddy()
    port, nats = free_port(), Nats()
    with ExitStack() as stack:
        stack.callback(nats.stop)
        nodes = []
        for name in ("north", "east", "west"):
            (tmp_path / name).mkdir()
            node = Server(
                tmp_path / name, store=database.address() if not nodes else nodes[0].settings.store, bus=nats.address
            )
            nodes.append(stack.enter_context(node))
        made = {
            **os.environ,
            "HOME": str(tmp_path),
            "HANDFUL_SITE": f"http://127.0.0.1:{port}",
            "HANDFUL_NODES": " ".join(node.address.removeprefix("http://") for node in nodes),
        }
        config = ["--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
        run(program, "validate", *config, environment=made)
        with (tmp_path / "caddy.log").open("wb") as log:
            proxy = subprocess.Popen([program, "run", *config], env=made, stdout=log, stderr=log)
        stack.callback(proxy.wait)
        stack.callback(proxy.terminate)
        site = f"http://127.0.0.1:{port}"
        until_it_answers(site)
        assert fetch_the_client(site)
        assert play_there(site).startswith("game: spar")
        killed: list[Server] = []

        def kill_the_busiest(number: int) -> None:
            if number > 30 and not killed:
                killed.append(max(nodes, key=connections))
                killed[0].kill()

        told = asyncio.run(play(site, target=5, during=kill_the_busiest))
        assert killed
        assert verify(told).moves > 30
        with pytest.raises(OSError, match="403"):
            urlopen(f"{site}/metrics", timeout=PATIENCE_S)


def connections(node: Server) -> float:
    """How many sockets a node has."""
    with urlopen(f"{node.address}/metrics", timeout=PATIENCE_S) as answer:
        found = re.search(r"^handful_connections (\S+)$", answer.read().decode(), re.MULTILINE)
    assert found
    return float(found[1])


def until_it_answers(site: str) -> None:
    def answers() -> bool:
        try:
            with urlopen(f"{site}/healthz", timeout=PATIENCE_S) as answer:
                assert json.loads(answer.read())["bus"] == "on"
                return True
        except OSError:
            return False

    until(answers, "Caddy does not answer")


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("there is no systemd on this machine")
    unit = text_of("handful.service")
    command = re.findall(r"^ExecStart=(\S+) serve$", unit, re.MULTILINE)
    assert command == ["/opt/handful/bin/handful"]
    placed = tmp_path / "handful.service"
    placed.write_text(unit.replace(command[0], str(Path(sys.executable).with_name("handful"))))
    said = subprocess.run(["systemd-analyze", "verify", placed], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")


def test_the_unit_keeps_its_tables_where_it_may_write() -> None:
    unit = text_of("handful.service")
    assert "StateDirectory=handful\n" in unit
    assert "CacheDirectory=handful\n" in unit
    assert "HANDFUL_STORE=/var/lib/handful/" in unit
    assert "HANDFUL_CACHE=/var/cache/handful\n" in unit
