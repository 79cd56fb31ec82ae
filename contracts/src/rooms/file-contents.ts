import { Type } from 'typebox';
import { Closed, FileName, MetCode } from '../protocol/common.ts';
import { FILES_MAX } from './text-limits.ts';

/** A file with its text, as it is read. */
const FileContent = Closed({ name: FileName, content: MetCode });
export type FileContent = Type.Static<typeof FileContent>;

/** All files of a code in their order, the first with it; absent if there is only one. */
export const FileContents = Type.Optional(Type.Array(FileContent, { maxItems: FILES_MAX }));
