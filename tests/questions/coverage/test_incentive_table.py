"""What is shown of incentives."""

from redink.questions.coverage.incentive import incentive_chart, incentive_table, incentives


def test_incentives_as_table_and_chart():
    curve = {1: 0.1, 10: 0.4}
    found = incentives([(0.9, 0.8), (0.5, 0.1)], [0, 1], curve)
    table = incentive_table(found, curve, "as given")
    assert [row.cells[-1].value for row in table.rows] == ["from M = 10", "not up to M = 10", "never", "never"]
    assert incentive_chart(found, curve).svg.startswith("<svg")
