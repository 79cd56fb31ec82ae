import type { Tree } from '@yowasp/clang';

/** The folder of the headers that the compiler's package lacks. */
const HEADERS = '__headers';
/** The standard headers that programs here can use, as GCC's header of all has them. */
const STANDARD =
  'algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits ' +
  'clocale cmath compare complex concepts condition_variable coroutine cstdarg cstddef cstdint cstdio cstdlib cstring ' +
  'ctime cuchar cwchar cwctype deque exception expected filesystem flat_map flat_set format forward_list fstream ' +
  'functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map mdspan ' +
  'memory memory_resource mutex new numbers numeric optional ostream print queue random ranges ratio regex ' +
  'scoped_allocator semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf ' +
  'string string_view syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set ' +
  'utility valarray variant vector version';
const ALL = `#pragma once\n${STANDARD.split(' ')
  .map((name) => `#include <${name}>\n`)
  .join('')}`;

/**
 * The package's C++ library has no exceptions. If a program throws one, it compiles, and ends with the words that GCC's
 * library has for one that nothing catches. `Type` is the beginning of the library's own class of types.
 */
const THROW_FILE = '__throw.cpp';
const THROW = `namespace std {
class exception {
public:
  virtual ~exception();
  virtual const char *what() const noexcept;
};
}
struct Type {
  virtual ~Type();
  virtual void first() const;
  virtual void second() const;
  virtual bool catches(const Type *thrown, void *&object) const;
  const char *name;
};
extern const char exceptionType[] __asm__("_ZTISt9exception");
extern "C" {
void *malloc(unsigned long);
int dprintf(int, const char *, ...);
char *__cxa_demangle(const char *, char *, unsigned long *, int *);
[[noreturn]] void abort();
void *__cxa_allocate_exception(unsigned long size) { return malloc(size); }
void __cxa_free_exception(void *) {}
[[noreturn]] void __cxa_throw(void *object, const Type *type, void (*)(void *)) {
  const char *name = __cxa_demangle(type->name, nullptr, nullptr, nullptr);
  dprintf(2, "terminate called after throwing an instance of '%s'\\n", name ? name : type->name);
  if (((const Type *)exceptionType)->catches(type, object))
    dprintf(2, "  what():  %s\\n", ((const std::exception *)object)->what());
  abort();
}
[[noreturn]] void __cxa_rethrow() { abort(); }
}`;

/** Files that every C++ program gets, and the options of the compiler for them. */
export const CPP_FILES: Tree = { [HEADERS]: { bits: { 'stdc++.h': ALL } }, [THROW_FILE]: THROW };
export const CPP_OPTIONS = [THROW_FILE, '-isystem', HEADERS];
