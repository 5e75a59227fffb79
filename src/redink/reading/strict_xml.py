"""An XML file and handlers in; every element passed to its handler, or an error with its line, out.

The parser is expat and fetches nothing from outside: a document type declaration is refused, because it could define
entities that grow without bound or that fetch other files, and none of the formats read here has one.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, open_bytes


def strict_parser(
    name: str, start: Callable[[str, dict[str, str]], None], end: Callable[[str], None]
) -> expat.XMLParserType:
    """Make a parser that calls handlers at the start and at the end of every element.

    Args:
        name: The file, for messages.
        start: Takes the tag and the attributes.
        end: Takes the tag.
    """
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise InputError(
            "a document type declaration (DTD) is not allowed here",
            place=Place(name, parser.CurrentLineNumber),
            remedy="remove the <!DOCTYPE …> and its entities",
        )

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    return parser


def parse_strictly(path: Source, parser: expat.XMLParserType) -> None:
    """Run a parser over a file; what expat cannot read becomes an `InputError`."""
    name = display_name(path)
    with open_bytes(path) as handle:
        try:
            parser.ParseFile(handle)
        except expat.ExpatError as error:
            raise InputError(
                f"not well-formed XML: {expat.ErrorString(error.code)}",
                place=Place(name, error.lineno),
                remedy="check that the file is complete",
            ) from error
        except (LookupError, ValueError) as error:  # an encoding that Python or expat does not know
            raise InputError(
                f"cannot be read as XML: {error}", place=Place(name), remedy="write it as UTF-8"
            ) from error
