import ast, asyncio, io, json, linecache, os, random, sys, traceback
from pyodide.ffi import can_run_sync, run_sync
from pyodide.webloop import WebLoop, _orig_sleep
import bisect, collections, dataclasses, enum, functools, heapq, itertools, math, re, string, typing

# The innermost place of the program's own files: the file, the line and the column.
def _describe(error):
    if isinstance(error, SyntaxError) and _name_of(error.filename):
        return _name_of(error.filename), error.lineno, error.offset
    place = None, None, None
    for summary in traceback.extract_tb(error.__traceback__):
        name = _name_of(summary.filename)
        if name:
            place = name, summary.lineno, None if summary.colno is None else summary.colno + 1
    return place

# Of a deeper recursion the outermost and innermost calls are shown, this many of each.
_SHOWN_CALLS = 1000

def _shorten(error):
    calls = []
    each = error.__traceback__
    while each is not None:
        calls.append(each)
        each = each.tb_next
    if len(calls) > 2 * _SHOWN_CALLS:
        calls[_SHOWN_CALLS - 1].tb_next = calls[-_SHOWN_CALLS]

def _show(error):
    shown = traceback.TracebackException.from_exception(error, compact=True)
    _keep_own(shown)
    sys.stderr.write(''.join(shown.format()))

# Shows the frames of the program's own files, under the names that the files have in the room.
def _keep_own(shown):
    if shown is None:
        return
    frames = [frame for frame in shown.stack if _name_of(frame.filename)]
    for frame in frames:
        frame.filename = _name_of(frame.filename)
    shown.stack = traceback.StackSummary.from_list(frames)
    if getattr(shown, 'filename', None):
        shown.filename = _name_of(shown.filename) or shown.filename
    for other in (shown.__cause__, shown.__context__):
        _keep_own(other)

def _failed(error):
    file, line, column = _describe(error)
    name = type(error).__name__
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    if file not in (None, _entry):
        # The place of an error is in the first file.
        message, line, column = f'{message} ({file}:{line})', None, None
    return {'exitCode': 1, 'error': {'name': name, 'message': message, 'line': line, 'column': column}}

_ROOM = '/room/'
# The name of the file that runs first.
_entry = 'main.py'

# The name of a file of the program as the room has it; None for other files.
def _name_of(path):
    if path == _entry:
        return path
    return path.removeprefix(_ROOM) if path and path.startswith(_ROOM) else None

# Writes the files of a program, so that it imports and opens them by their names.
def _open_room(files):
    global _entry
    _entry = files[0][0]
    for name, content in files:
        path = _ROOM + name
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8', errors='replace', newline='') as file:
            file.write(content)
        _uncover(name.partition('/')[0].removesuffix('.py'))
    sys.dont_write_bytecode = True
    sys.path.insert(0, _ROOM.rstrip('/'))
    os.chdir(_ROOM)

# A file comes before a module of the standard library that only this harness has imported, such as queue.py.
def _uncover(module):
    spec = getattr(sys.modules.get(module), '__spec__', None)
    if spec is not None and spec.origin not in ('built-in', 'frozen'):
        del sys.modules[module]

class _AskedInput(io.RawIOBase):
    def __init__(self, ask):
        self._ask = ask

    def readable(self):
        return True

    def readinto(self, buffer):
        data = os.read(0, len(buffer))
        if not data and can_run_sync():
            sys.__stdout__.flush()
            sys.__stderr__.flush()
            if run_sync(self._ask()):
                data = os.read(0, len(buffer))
        buffer[:len(data)] = data
        return len(data)

_NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef,
           ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

# A browser without stack switching cannot pause a program inside of asyncio.run, but can await it outside of functions.
class _Awaited(ast.NodeTransformer):
    has_changed = False

    def visit(self, node):
        if isinstance(node, _NESTED):
            return node
        self.generic_visit(node)
        if isinstance(node, ast.Call) and self._may_wait(node.func):
            self.has_changed = True
            call = ast.Call(ast.Name('_call_or_await', ast.Load()), [node.func, *node.args], node.keywords)
            return ast.copy_location(ast.Await(ast.copy_location(call, node)), node)
        return node

    def _may_wait(self, called):
        name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else None
        return name in ('run', 'run_until_complete')

# One loop is here, which runs already.
class _Runner:
    def __init__(self, *, debug=None, loop_factory=None):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def close(self):
        pass

    def get_loop(self):
        return asyncio.get_running_loop()

    def run(self, main, *, context=None):
        return self.get_loop().run_until_complete(main)

# Like a coroutine, but ends the tasks that it leaves behind, as asyncio.run does.
def _whole(main):
    return _then_cancel(main, asyncio.all_tasks()) if asyncio.iscoroutine(main) else main

async def _then_cancel(main, others):
    try:
        return await main
    finally:
        left = asyncio.all_tasks() - others - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

_run_by_loop = asyncio.run
def _run_and_cancel(main, **options):
    return _run_by_loop(_whole(main), **options)

asyncio.run = _run_and_cancel
asyncio.Runner = _Runner
asyncio.new_event_loop = asyncio.events.new_event_loop = asyncio.get_running_loop

async def _call_or_await(call, *given, **options):
    if call is asyncio.run:
        return await asyncio.ensure_future(_whole(given[0]))
    if getattr(call, '__func__', None) in (WebLoop.run_until_complete, _Runner.run):
        return await asyncio.ensure_future(given[0])
    return call(*given, **options)

def _run(main, *, debug=None, loop_factory=None):
    _refuse('asyncio.run', main)

def _run_until_complete(self, future):
    _refuse('run_until_complete', future)

def _refuse(name, waiting):
    if asyncio.iscoroutine(waiting):
        waiting.close()
    raise RuntimeError(f'This browser can call {name}() only outside of functions. Chrome, Edge and Firefox can.')

# Below this much of its own stack (bytes) Python says RecursionError, before the browser's stack ends and Python with it:
# calls through C, such as max(map(f, …)), take up to 3.5 times as much of the browser's.
_STACK_BYTES = 288 * 1024

def _limit_stack():
    from pyodide_js import _module
    start = _module._emscripten_stack_get_base() - _STACK_BYTES
    _module._PyUnstable_ThreadState_SetStackProtection(_module._PyThreadState_Get(), start, _STACK_BYTES)

# Python's own cache, because each call through the one in C takes the browser's stack.
def _use_deep_cache():
    import importlib.util
    loader = importlib.util.find_spec('functools').loader
    text = loader.get_source('functools').replace('from _functools import _lru_cache_wrapper', 'pass')
    names = {'__name__': 'functools'}
    exec(compile(text, 'functools.py', 'exec'), names)
    functools.lru_cache, functools.cache = names['lru_cache'], names['cache']

# A deeper recursion would only fill the memory.
_DEPTH_MAX = 500_000

# Each of Python's calls may be several here.
def _bound_recursion(calls):
    limit, sys.getrecursionlimit = sys.getrecursionlimit(), lambda: limit
    set_limit = sys.setrecursionlimit
    def set_bounded(depth):
        nonlocal limit
        set_limit(calls * min(depth, _DEPTH_MAX))
        limit = depth
    sys.setrecursionlimit = set_bounded

def _explain(error, offered):
    if not isinstance(error, ModuleNotFoundError) or error.name is None:
        return
    name = error.name.partition('.')[0]
    if name in sys.modules:
        return
    if name in sys.stdlib_module_names:
        error.msg = f'{name} is not here: this part of the standard library does not run in browsers.'
    elif name == 'pytest':
        error.msg = 'pytest is not here: functions whose names begin with test_ run without it.'
    else:
        packages = f'{", ".join(offered)} and the standard library' if offered else 'the standard library only'
        error.msg = f'{name} is not here: Python has {packages}.'

async def _execute(source, main):
    code = compile(source, _entry, 'exec')
    if not can_run_sync():
        asyncio.run = _run
        WebLoop.run_until_complete = _run_until_complete
        awaited = _Awaited()
        tree = ast.fix_missing_locations(awaited.visit(ast.parse(source, _entry)))
        if awaited.has_changed:
            main['_call_or_await'] = _call_or_await
            await eval(compile(tree, _entry, 'exec', ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), main)
            return
    exec(code, main)

# With tests, the files of these names run in place of the program, and report their results to the function.
async def _run_program(source, ask, offered=(), files=(), tests=None, report=None, is_judged=False):
    global _program
    _program = asyncio.current_task()
    random.seed()
    _limit_stack()
    if files:
        _open_room(files)
    text = '\n'.join([source, *(content for name, content in files if name.endswith('.py'))])
    _allow_threads(text)
    if 'setrecursionlimit' in text:
        has_cache = 'cache' in text
        if has_cache:
            _use_deep_cache()
        _bound_recursion(2 if has_cache else 1)
    sys.stdout.reconfigure(line_buffering=True)
    if ask is not None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_AskedInput(ask)), encoding='utf-8')
    sys.argv = [_entry]
    linecache.cache[_entry] = (len(source), None, source.splitlines(True), _entry)
    main = type(sys)('__main__')
    main.__dict__.update(__builtins__=__builtins__, __file__=_entry)
    sys.modules['__main__'] = main
    result = {'exitCode': 0, 'error': None}
    try:
        if tests is not None:
            result['exitCode'] = int(await _run_test_files(tests, report, offered) > 0)
        else:
            await _execute(source, main.__dict__)
        waiting = asyncio.all_tasks() - {asyncio.current_task()}
        if waiting:
            await asyncio.gather(*waiting)
        _run_threads()
        failures = [] if is_judged or tests is not None else await _run_tests(source, main.__dict__)
        if failures:
            result = _failed(failures[0])
    except SystemExit as exit:
        if not isinstance(exit.code, int | None):
            print(exit.code, file=sys.stderr)
        # True and False are numbers too.
        result['exitCode'] = int(exit.code) if isinstance(exit.code, int) else 0 if exit.code is None else 1
    except BaseException as error:
        _shorten(error)
        _explain(error, offered)
        _show(error)
        result = _failed(error)
    sys.stdout.flush()
    sys.stderr.flush()
    return json.dumps(result)
