# Threads run one after another: a thread starts when another one waits for it, or at the end of the program.
import queue, threading, time

_started = []
_is_inside = False

class _Waiting(RuntimeError):
    __qualname__ = 'RuntimeError'

_Waiting.__name__ = 'RuntimeError'

def _wait_until(is_done):
    while not is_done() and _started:
        _run_thread(_started.pop(0))
    return is_done()

def _run_thread(thread):
    global _is_inside
    was_inside, _is_inside = _is_inside, True
    ident = threading.get_ident()
    outer = threading._active.get(ident)
    threading._active[ident] = thread
    try:
        thread.run()
    except SystemExit:
        pass
    except _Waiting:
        raise
    except BaseException as error:
        _hook(thread, error)
    finally:
        thread._is_over = True
        threading._active[ident] = outer
        _is_inside = was_inside

def _hook(thread, error):
    if threading.excepthook is threading.__excepthook__:
        sys.stderr.write(f'Exception in thread {thread.name}:\n')
        _show(error)
    else:
        threading.excepthook(threading.ExceptHookArgs([type(error), error, error.__traceback__, thread]))

def _refuse_to_wait():
    raise _Waiting('This thread waits for ever: programs here run their threads one after another.')

class _Lock:
    def __init__(self):
        self._is_locked = False

    def acquire(self, blocking=True, timeout=-1):
        if self._is_locked and blocking and not _wait_until(lambda: not self._is_locked) and timeout < 0:
            _refuse_to_wait()
        was_locked, self._is_locked = self._is_locked, True
        return not was_locked

    def release(self):
        if not self._is_locked:
            raise RuntimeError('release unlocked lock')
        self._is_locked = False

    def locked(self):
        return self._is_locked

    def _at_fork_reinit(self):
        self._is_locked = False

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *_error):
        self.release()

def _start(self):
    if self._started.is_set():
        raise RuntimeError('threads can only be started once')
    self._started.set()
    self._ident = threading.get_ident()
    _started.append(self)

def _join(self, timeout=None):
    if not self._started.is_set():
        raise RuntimeError('cannot join thread before it is started')
    if not _wait_until(lambda: self._is_over) and timeout is None:
        _refuse_to_wait()

def _is_alive(self):
    return self._started.is_set() and not self._is_over

_sleep = time.sleep
def _sleep_and_run(seconds):
    if not _is_inside:
        _run_threads()
    # The pause of a coroutine holds the others up, as everywhere; the program's own leaves the processor idle.
    pause = _sleep if asyncio.current_task() is _program else _orig_sleep
    pause(seconds)

def _run_threads():
    for thread in [thread for thread in _started if not thread.daemon]:
        if thread in _started:
            _started.remove(thread)
            _run_thread(thread)

def _use_threads():
    threading.Thread._is_over = False
    threading.Thread.start, threading.Thread.join, threading.Thread.is_alive = _start, _join, _is_alive
    threading.Lock = threading._allocate_lock = _Lock
    queue.SimpleQueue = queue._PySimpleQueue
    time.sleep = _sleep_and_run

def _allow_threads(source):
    _use_threads()
    if 'concurrent' in source:
        _use_executors()
    if 'multiprocessing' in source:
        _use_processes()
