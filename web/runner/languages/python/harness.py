import asyncio, io, json, linecache, os, random, sys, traceback
from pyodide.ffi import can_run_sync, run_sync
import bisect, collections, dataclasses, enum, functools, heapq, itertools, math, re, string, typing

def _describe(error):
    if isinstance(error, SyntaxError) and error.filename == 'main.py':
        return error.lineno, error.offset
    line = column = None
    for summary in traceback.extract_tb(error.__traceback__):
        if summary.filename == 'main.py':
            line, column = summary.lineno, None if summary.colno is None else summary.colno + 1
    return line, column

def _show(error):
    shown = traceback.TracebackException.from_exception(error, compact=True)
    frames = [frame for frame in shown.stack if frame.filename == 'main.py']
    shown.stack = traceback.StackSummary.from_list(frames)
    sys.stderr.write(''.join(shown.format()))

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

async def _run_program(source, ask):
    random.seed()
    sys.stdout.reconfigure(line_buffering=True)
    if ask is not None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(_AskedInput(ask)), encoding='utf-8')
    sys.argv = ['main.py']
    linecache.cache['main.py'] = (len(source), None, source.splitlines(True), 'main.py')
    main = type(sys)('__main__')
    main.__dict__.update(__builtins__=__builtins__, __file__='main.py')
    sys.modules['__main__'] = main
    result = {'exitCode': 0, 'error': None}
    try:
        exec(compile(source, 'main.py', 'exec'), main.__dict__)
        waiting = asyncio.all_tasks() - {asyncio.current_task()}
        if waiting:
            await asyncio.gather(*waiting)
    except SystemExit as exit:
        if isinstance(exit.code, str):
            sys.stderr.write(exit.code + '\n')
        result['exitCode'] = exit.code if isinstance(exit.code, int) else 0 if exit.code is None else 1
    except BaseException as error:
        _show(error)
        line, column = _describe(error)
        name = type(error).__name__
        message = error.msg if isinstance(error, SyntaxError) else str(error)
        result = {'exitCode': 1, 'error': {'name': name, 'message': message, 'line': line, 'column': column}}
    sys.stdout.flush()
    sys.stderr.flush()
    return json.dumps(result)
