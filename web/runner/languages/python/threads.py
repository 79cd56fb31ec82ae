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
    _sleep(seconds)

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

def _use_executors():
    from concurrent import futures
    class _Executor(futures.Executor):
        def __init__(self, max_workers=None, *more, initializer=None, initargs=(), **_options):
            if max_workers is not None and max_workers <= 0:
                raise ValueError('max_workers must be greater than 0')
            self._is_over = False
            if initializer is not None:
                initializer(*initargs)

        def submit(self, call, /, *given, **options):
            if self._is_over:
                raise RuntimeError('cannot schedule new futures after shutdown')
            future = futures.Future()
            future.set_running_or_notify_cancel()
            try:
                future.set_result(call(*given, **options))
            except Exception as error:
                future.set_exception(error)
            return future

        def shutdown(self, wait=True, *, cancel_futures=False):
            self._is_over = True

    for name in ('ThreadPoolExecutor', 'ProcessPoolExecutor'):
        setattr(futures, name, type(name, (_Executor,), {}))

class _Result:
    def __init__(self, call, callback=None, error_callback=None):
        self._value = self._error = None
        try:
            self._value = call()
            if callback is not None:
                callback(self._value)
        except Exception as error:
            self._error = error
            if error_callback is not None:
                error_callback(error)

    def get(self, timeout=None):
        if self._error is not None:
            raise self._error
        return self._value

    def wait(self, timeout=None):
        pass

    def ready(self):
        return True

    def successful(self):
        return self._error is None

class _Pool:
    def __init__(self, processes=None, initializer=None, initargs=(), *_options, **_more):
        if initializer is not None:
            initializer(*initargs)

    def apply(self, call, args=(), kwds={}):
        return call(*args, **kwds)

    def map(self, call, iterable, chunksize=None):
        return [call(each) for each in iterable]

    def starmap(self, call, iterable, chunksize=None):
        return [call(*each) for each in iterable]

    def imap(self, call, iterable, chunksize=1):
        return map(call, iterable)

    imap_unordered = imap

    def apply_async(self, call, args=(), kwds={}, callback=None, error_callback=None):
        return _Result(lambda: call(*args, **kwds), callback, error_callback)

    def map_async(self, call, iterable, chunksize=None, callback=None, error_callback=None):
        return _Result(lambda: self.map(call, iterable), callback, error_callback)

    def starmap_async(self, call, iterable, chunksize=None, callback=None, error_callback=None):
        return _Result(lambda: self.starmap(call, iterable), callback, error_callback)

    def close(self):
        pass

    terminate = join = close

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        pass

def _use_processes():
    import multiprocessing, multiprocessing.pool
    class Process(threading.Thread):
        exitcode = property(lambda self: 0 if self._is_over else None)
        pid = property(lambda self: os.getpid() if self._started.is_set() else None)

        def terminate(self):
            self._is_over = True
            if self in _started:
                _started.remove(self)

        kill = terminate

        def close(self):
            pass

    class JoinableQueue(queue.Queue):
        def close(self):
            pass

        join_thread = cancel_join_thread = close

    multiprocessing.Process, multiprocessing.Pool = Process, _Pool
    multiprocessing.pool.Pool = multiprocessing.pool.ThreadPool = _Pool
    multiprocessing.Queue = multiprocessing.JoinableQueue = multiprocessing.SimpleQueue = JoinableQueue
    for name in ('Lock', 'RLock', 'Condition', 'Semaphore', 'BoundedSemaphore', 'Event', 'Barrier'):
        setattr(multiprocessing, name, getattr(threading, name))
    multiprocessing.get_context = lambda method=None: multiprocessing

def _allow_threads(source):
    _use_threads()
    if 'concurrent' in source:
        _use_executors()
    if 'multiprocessing' in source:
        _use_processes()
