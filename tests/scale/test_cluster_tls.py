"""A cluster whose connections are encrypted, set up by Dask's own settings and a throwaway certificate."""

from contextlib import ExitStack

import pytest

from tests.certificates import make_certificate
from tests.cli.running import run
from tests.scale.corpus import write_pairs

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
from tests.scale.test_cluster import process


def settings_of(certificate, key):
    """Give Dask's settings for a client, as environment variables."""
    return {
        "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": str(certificate),
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": str(certificate),
        "DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY": str(key),
        "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True",
    }


def test_the_same_bytes_over_tls_and_nothing_without(tmp_path):
    certificate, key = make_certificate(tmp_path)
    files = write_pairs(tmp_path, 2_100)
    local, remote = tmp_path / "local.m2", tmp_path / "remote.m2"
    assert run("annotate", *files, "-p", "plain", "-o", local).returncode == 0
    secured = ["--tls-ca-file", certificate, "--tls-cert", certificate, "--tls-key", key]
    secured = ["--protocol", "tls", *map(str, secured)]
    alone = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
    with ExitStack() as stack:
        place = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        _, match = stack.enter_context(process("dask_scheduler", *place, *secured, until=r"Scheduler at:\s+(\S+)"))
        address = match.group(1)
        assert address.startswith("tls://")
        stack.enter_context(process("dask_worker", address, *alone, *secured, until="Registered to"))
        over_tls = settings_of(certificate, key)
        finished = run("annotate", *files, "-p", "plain", "-o", remote, "--cluster", address, env=over_tls)
        assert finished.returncode == 0, finished.stderr
        assert remote.read_bytes() == local.read_bytes()
        plain = address.replace("tls:", "tcp:")
        finished = run("annotate", *files, "-p", "plain", "-o", tmp_path / "x", "--cluster", plain)
        assert finished.returncode == 3, finished.stderr
        assert b"Traceback" not in finished.stderr
        assert not (tmp_path / "x").exists()
