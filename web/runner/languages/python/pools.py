# Pools and processes run their work immediately, one after another.
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
