import { ConsoleStdout, Fd, wasi as constants } from '@bjorn3/browser_wasi_shim';

/** The program's input as a file of WASI. */
export class WasiInput extends Fd {
  readonly #read: (buffer: Uint8Array) => number;

  constructor(read: (buffer: Uint8Array) => number) {
    super();
    this.#read = read;
  }

  override fd_read(size: number): { ret: number; data: Uint8Array } {
    const buffer = new Uint8Array(size);
    return { ret: constants.ERRNO_SUCCESS, data: buffer.subarray(0, this.#read(buffer)) };
  }

  override fd_fdstat_get(): { ret: number; fdstat: constants.Fdstat } {
    const fdstat = new constants.Fdstat(constants.FILETYPE_CHARACTER_DEVICE, 0);
    fdstat.fs_rights_base = BigInt(constants.RIGHTS_FD_READ);
    return { ret: constants.ERRNO_SUCCESS, fdstat };
  }
}

/** Returns a file of WASI that passes on written bytes, as text. */
export function wasiOutput(write: (text: string) => void): ConsoleStdout {
  const decoder = new TextDecoder();
  return new ConsoleStdout((bytes) => write(decoder.decode(bytes, { stream: true })));
}
