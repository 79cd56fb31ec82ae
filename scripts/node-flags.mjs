/**
 * How a node is started. While a heap grows, V8 collects all of it again and again, and each time a thousand rooms wait
 * for up to a fifth of a second; until this many MB it need not. It takes no memory before it is used, and where a
 * machine or a container has less, the heap's own limit holds (decision 0018).
 */
export const NODE_FLAGS = ['--initial-heap-size=400'];
