"""Where the server is reached, and by whom."""

import pytest

from redink.errors import UsageError
from redink.judging.serving import Address, expect_safe, hosts_of, links_of, names_without_https
from tests.judging.samples import OpenJournal, pairs


@pytest.mark.parametrize(
    ("host", "local"),
    [("127.0.0.1", True), ("127.8.9.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("::", False),
     ("192.168.0.2", False), ("localhost.example.org", False), ("127.0.0.1.example.org", False)],
)  # fmt: skip
def test_which_addresses_are_this_machine(host, local):
    assert Address(host).is_local == local
    expect_safe(Address(host, names=("lab",)))
    if local:
        expect_safe(Address(host, tokens=False))
    else:
        with pytest.raises(UsageError, match="personal links"):
            expect_safe(Address(host, names=("lab",), tokens=False))


def test_names_it_goes_by():
    local = hosts_of(Address(), 8765)
    assert {"127.0.0.1:8765", "localhost:8765", "[::1]:8765", "localhost"} <= local
    assert "127.0.0.1:80" not in local
    wide = hosts_of(Address("0.0.0.0", names=("Lab.Example.org",)), 8765)
    assert wide == {"0.0.0.0", "0.0.0.0:8765", "lab.example.org", "lab.example.org:8765"}
    assert "[2001:db8::1]:1" in hosts_of(Address("2001:db8::1"), 1)


def test_links_carry_the_name_people_use(tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna") as journal:
        links = links_of(journal, Address("0.0.0.0", names=("lab",)), 8765)
        assert list(links) == ["", "anna"]
        assert links["anna"].startswith("http://lab:8765/enter/")
        assert links_of(journal, Address("::1"), 1)[""].startswith("http://[::1]:1/enter/")


@pytest.mark.parametrize(
    ("name", "base", "host"),
    [
        ("lab", "http://lab:8765/", "lab:8765"),
        ("lab:8080", "http://lab:8080/", "lab:8080"),
        ("Lab.Example.org:80", "http://lab.example.org:80/", "lab.example.org"),
        ("[2001:db8::1]:8080", "http://[2001:db8::1]:8080/", "[2001:db8::1]:8080"),
        ("2001:db8::1", "http://[2001:db8::1]:8765/", "[2001:db8::1]:8765"),
        ("https://Lab.example.org", "https://lab.example.org/", "lab.example.org"),
        ("HTTPS://lab.example.org:8443/", "https://lab.example.org:8443/", "lab.example.org:8443"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]/", "[2001:db8::1]"),
    ],
)
def test_a_name_may_have_a_port_of_its_own(name, base, host, tmp_path):
    address = Address("0.0.0.0", names=(name,))
    with OpenJournal(pairs(1), tmp_path, "anna") as journal:
        assert all(link.startswith(f"{base}enter/") for link in links_of(journal, address, 8765).values())
    hosts = hosts_of(address, 8765)
    assert host in hosts
    assert not any(one.count(":8") > 1 for one in hosts if "[" not in one)


@pytest.mark.parametrize(
    "name",
    ["", "lab:", "lab:port", "lab:99999", "ftp://lab", "https://", "https://lab/x", "lab/x", "a b", "me@lab", "lab?x"],
)
def test_what_is_no_name_is_refused(name):
    with pytest.raises(UsageError, match="is not the name of a machine"):
        expect_safe(Address(names=(name,)))


def test_a_name_of_its_own_means_people_from_elsewhere():
    """A proxy on this machine would let anybody in."""
    with pytest.raises(UsageError, match="personal links"):
        expect_safe(Address(names=("lab.example.org",), tokens=False))


@pytest.mark.parametrize(
    ("address", "names"),
    [
        (Address("0.0.0.0", names=("lab.example.org",)), ["lab.example.org"]),
        (Address(names=("https://lab.example.org", "http://other.example.org:8080")), ["other.example.org"]),
        (Address("192.168.0.2"), ["192.168.0.2"]),
        (Address("0.0.0.0", names=("HTTPS://lab.example.org",)), []),
        (Address(names=("localhost:8080", "[::1]:8080", "127.0.0.1")), []),
        (Address(), []),
    ],
)
def test_names_that_send_links_in_the_clear(address, names):
    assert names_without_https(address) == names
