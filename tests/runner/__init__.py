"""The test runner: the environment that the tests need, the stages, and the report."""
