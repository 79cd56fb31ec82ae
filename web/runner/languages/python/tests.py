# Runs the tests of a program that only defines them, as pytest does: functions and methods whose names begin with test.
def _is_test(name):
    return name.startswith('test_') or name == 'test'

def _tests_in(source, main):
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    used |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    if 'unittest' in used and 'main' in used or 'TextTestRunner' in used:
        return
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.name.startswith('test_') and node.name not in used and not _needs(node.args, 0):
                if callable(test := main.get(node.name)):
                    yield node.name, test
        elif isinstance(node, ast.ClassDef) and node.name not in used:
            # A decorator may have returned something else.
            if isinstance(owner := main.get(node.name), type):
                yield from _methods_of(node, owner)

def _needs(args, given):
    return len(args.posonlyargs) + len(args.args) - len(args.defaults) > given or any(
        default is None for default in args.kw_defaults)

def _methods_of(node, owner):
    is_case = any(base.__module__.startswith('unittest') for base in owner.__mro__[1:])
    if not is_case and not node.name.startswith('Test'):
        return
    for method in node.body:
        if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and _is_test(method.name):
            yield f'{node.name}.{method.name}', lambda name=method.name: _call_method(owner, name, is_case)

def _call_method(owner, name, is_case):
    if not is_case:
        test = owner()
        getattr(test, 'setup_method', lambda: None)()
        return getattr(test, name)()
    owner(name).debug()

async def _run_tests(source, main):
    tests = list(_tests_in(source, main))
    failures = []
    for name, test in tests:
        try:
            awaited = test()
            if asyncio.iscoroutine(awaited):
                await awaited
        except Exception as error:
            if type(error).__name__ == 'SkipTest':
                print(f'{name} SKIPPED')
                continue
            failures.append(error)
            print(f'{name} FAILED', flush=True)
            _show(error)
        else:
            print(f'{name} PASSED')
    if tests:
        passed = len(tests) - len(failures)
        print(f'{len(failures)} failed, {passed} passed' if failures else f'{passed} passed')
    return failures
