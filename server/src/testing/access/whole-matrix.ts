import { expect, it } from 'vitest';
import { matrixText, type Block, type TrialResult } from './table.ts';

interface WholeMatrix<T> {
  /** The file with the matrix, relative to the test, and the text above it. */
  file: string;
  introduction: string;
  principals: readonly string[];
  titleOf(tried: T): string;
  /** Tries an endpoint or event as every principal. */
  tryAsAll(tried: T): Promise<TrialResult>;
}

/** Declares a test for each endpoint or event, and one after them that compares their blocks with the file. */
export function itMatchesWhole<T>(all: readonly T[], matrix: WholeMatrix<T>): void {
  const blocks = new Map<string, Block>();

  it.each(all.map((tried) => [matrix.titleOf(tried), tried] as const))(
    'affects nobody else with %s',
    async (title, tried) => {
      const { block, faults } = await matrix.tryAsAll(tried);
      blocks.set(title, block);
      expect(faults).toEqual([]);
      expect(block.rows).not.toEqual([]);
    },
  );

  it('matches the matrix with all of them', async () => {
    const text = matrixText(matrix.introduction, matrix.principals, [...blocks.values()]);
    await expect(text).toMatchFileSnapshot(matrix.file);
  });
}
