/**
 * Node.js flags of a server. V8 collects a growing heap again and again, and each full collection stops a thousand
 * rooms for up to 0.2 s; below the initial size it does not. The heap takes memory only when it uses it, and a smaller
 * limit of the machine or container still holds (decision 0018). The optimizing compiler of WebAssembly takes 600 MB
 * for a single function of the embedded database; without it a start needs 0.3 GB, and a statement a fifth more of the
 * processor.
 */
export const NODE_FLAGS = ['--initial-heap-size=400', '--liftoff-only'];

/**
 * Settings of glibc's allocator: threads share two arenas, and freed memory above 128 KiB goes back to the system.
 * The compilers of the embedded database otherwise leave 60 MB to an idle server.
 */
export const NODE_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };
