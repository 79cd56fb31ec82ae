declare module 'php-wasm/php-web.mjs' {
  interface Stream {
    stream_ops: object;
  }

  /** PHP as Emscripten gives it. */
  export interface Php {
    FS: {
      streams: [stdin: Stream, stdout: Stream, stderr: Stream];
      mkdirTree(path: string): void;
      writeFile(path: string, text: string): void;
      /** Throws if there is no such file. */
      readFile(path: string, options: { encoding: 'utf8' }): string;
    };
    /** The memory, which is another array once it has grown. */
    readonly HEAP32: Int32Array;
    ccall(name: string, returns: 'number', types: string[], given: string[]): number;
  }

  export default function createPhp(options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
    print(): void;
    printErr(): void;
    onRefresh: Set<never>;
    locateFile(name: string): string;
  }): Promise<Php>;
}
