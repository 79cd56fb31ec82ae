# Runs the test files of a room as pytest does: functions and methods whose names begin with test, and unittest's cases.
import importlib.util, inspect, time

_NO_TESTS = 'This file has no tests.'
_FIXTURES = 'It needs values, such as the fixtures of pytest, which are not here.'

# Reports tests of a file to the page, each when it begins and when it ends.
class _Reporter:
    def __init__(self, send, file):
        self._send, self._file = send, file
        self.count = self.failed = 0

    def begin(self, names, line=None):
        self._started, self._names, self._line = time.perf_counter(), names, line
        self._report('running')

    def end(self, state, message=''):
        self.count += 1
        self.failed += state == 'failed'
        self._report(state, message)

    def fail(self, error):
        self._line = self._line_in_file(error) or self._line
        self.end('failed', _message_of(error))

    def _report(self, state, message=''):
        ms = (time.perf_counter() - self._started) * 1000
        self._send(json.dumps({'file': self._file, 'names': self._names, 'state': state, 'ms': ms, 'line': self._line,
                               'message': message}))

    def _line_in_file(self, error):
        if isinstance(error, SyntaxError) and _name_of(error.filename) == self._file:
            return error.lineno
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)
                 if _name_of(frame.filename) == self._file]
        return lines[-1] if lines else None

# The error, the line that it is of if it says nothing itself, and its place.
def _message_of(error):
    file, line, _ = _describe(error)
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    if not text and file:
        text = linecache.getline(_ROOM + file, line).strip()
    return f'{type(error).__name__}: {text}' + (f'\nat {file}:{line}' if file else '')

def _load_test_file(file):
    name = file.removesuffix('.py').replace('/', '.')
    spec = importlib.util.spec_from_file_location(name, _ROOM + file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module

# A file imports modules of its own, as if it ran alone.
def _forget_modules():
    for name, module in [*sys.modules.items()]:
        if (getattr(module, '__file__', None) or '').startswith(_ROOM):
            del sys.modules[name]

async def _run_test_file(file, reporter, offered):
    import unittest
    reporter.begin([])
    try:
        module = _load_test_file(file)
    except BaseException as error:
        _explain(error, offered)
        return reporter.fail(error)
    for name, value in [*vars(module).items()]:
        if getattr(value, '__module__', None) != module.__name__:
            continue
        if isinstance(value, type) and issubclass(value, unittest.TestCase):
            _run_case(value, reporter)
        elif isinstance(value, type) and name.startswith('Test'):
            for method in [each for each in vars(value) if _is_test(each)]:
                await _run_function([name, method], lambda: _bound(value, method), reporter)
        elif callable(value) and name.startswith('test_'):
            await _run_function([name], lambda: value, reporter)
    if reporter.count == 0:
        reporter.begin([])
        reporter.end('failed', _NO_TESTS)

def _bound(owner, method):
    test = owner()
    getattr(test, 'setup_method', lambda: None)()
    return getattr(test, method)

async def _run_function(names, find, reporter):
    reporter.begin(names)
    try:
        test = find()
        reporter.begin(names, _line_of(test))
        if _needs_values(test):
            return reporter.end('skipped', _FIXTURES)
        awaited = test()
        if asyncio.iscoroutine(awaited):
            await awaited
    except BaseException as error:
        if type(error).__name__ in ('SkipTest', 'Skipped'):
            return reporter.end('skipped', str(error))
        _shorten(error)
        return reporter.fail(error)
    reporter.end('passed')

# Not through decorators, because unittest.mock.patch gives the values itself.
def _needs_values(test):
    return any(each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
               for each in inspect.signature(test, follow_wrapped=False).parameters.values())

def _line_of(test):
    code = getattr(inspect.unwrap(test), '__code__', None)
    return code and code.co_firstlineno

def _run_case(case, reporter):
    import unittest

    class Result(unittest.TestResult):
        # The outcome of the test that runs: an error, or a state with a message.
        def startTest(self, test):
            super().startTest(test)
            self._outcome = 'passed', ''
            reporter.begin([case.__name__, test._testMethodName], _line_of(getattr(case, test._testMethodName)))

        def stopTest(self, test):
            super().stopTest(test)
            if isinstance(self._outcome, BaseException):
                reporter.fail(self._outcome)
            else:
                reporter.end(*self._outcome)
            self._outcome = None

        def addError(self, test, info):
            if getattr(test, '_testMethodName', None):
                self._outcome = info[1]
            else:
                reporter.begin([case.__name__, str(test).split(' ')[0]])
                reporter.fail(info[1])

        addFailure = addError

        def addSubTest(self, test, subtest, info):
            if info:
                self._outcome = info[1]

        def addSkip(self, test, reason):
            if getattr(self, '_outcome', None):
                self._outcome = 'skipped', reason
            else:
                reporter.begin([case.__name__, getattr(test, '_testMethodName', 'setUpClass')])
                reporter.end('skipped', reason)

        def addUnexpectedSuccess(self, test):
            self._outcome = 'failed', 'It passed, although it was expected to fail.'

    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(Result())

async def _run_test_files(tests, send, offered):
    failed = 0
    for file in tests:
        _forget_modules()
        reporter = _Reporter(send, file)
        await _run_test_file(file, reporter, offered)
        failed += reporter.failed
    return failed
