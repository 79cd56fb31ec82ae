import { memo } from 'react';
import type { ReactNode } from 'react';
import type { Token, Tokens } from 'marked';
import styles from './markdown.module.css';
import { parseMarkdown } from './parse-markdown.ts';

/** Blocks within each other; deeper ones are shown as they were written. */
const DEPTH_MAX = 8;

interface MarkdownProps {
  text: string;
  /** Level of the text's first headings in the outline of the page. */
  level?: 2 | 3 | 4 | 5;
}

/** Renders a Markdown text as elements, never as HTML, so raw HTML and the targets of links are shown as text. */
export const Markdown = memo(function Markdown({ text, level = 2 }: MarkdownProps) {
  const blocks = parseMarkdown(text);
  return (
    <div className={styles.markdown}>
      {blocks ? renderBlocks(blocks, level) : <p className={styles.plain}>{text}</p>}
    </div>
  );
});

/** Renders the outermost blocks. No level of the page's outline is left out, whatever the text begins with. */
function renderBlocks(blocks: readonly Token[], level: number): ReactNode[] {
  let last = level - 1;
  return blocks.map((token, index) => {
    if (token.type !== 'heading') return <Part key={index} token={token} depth={0} />;
    const heading = token as Tokens.Heading;
    last = Math.min(level + heading.depth - 1, last + 1, 6);
    return (
      <Heading key={index} level={last} rank={last - level}>
        {inline(heading, 0)}
      </Heading>
    );
  });
}

function renderAll(tokens: readonly Token[], depth: number): ReactNode[] {
  return tokens.map((token, index) => <Part key={index} token={token} depth={depth} />);
}

function Part({ token, depth }: { token: Token; depth: number }): ReactNode {
  if (depth > DEPTH_MAX) return token.raw;
  // The union of tokens has a generic member, which hides the others from narrowing.
  const known = token as Tokens.Heading | Tokens.Paragraph | Tokens.Text | Tokens.Code | Tokens.List | Tokens.Table;
  switch (known.type) {
    case 'heading':
      // Inside a quote or a list, it is no part of the page's outline.
      return (
        <p>
          <strong>{inline(known, depth)}</strong>
        </p>
      );
    case 'paragraph':
      return <p>{inline(known, depth)}</p>;
    case 'text':
      return inline(known, depth);
    case 'code':
      return <CodeBlock code={known.text} />;
    case 'list':
      return <List list={known} depth={depth} />;
    case 'table':
      return <Table table={known} depth={depth} />;
    default:
      return <Inline token={token} depth={depth} />;
  }
}

function Inline({ token, depth }: { token: Token; depth: number }): ReactNode {
  const known = token as Tokens.Strong | Tokens.Em | Tokens.Del | Tokens.Codespan | Tokens.Link | Tokens.Image;
  switch (known.type) {
    case 'strong':
      return <strong>{inline(known, depth)}</strong>;
    case 'em':
      return <em>{inline(known, depth)}</em>;
    case 'del':
      return <del>{inline(known, depth)}</del>;
    case 'codespan':
      return <code>{known.text}</code>;
    case 'link':
      return known.text === known.href ? known.text : `${known.text} (${known.href})`;
    case 'image':
      return known.text;
    default:
      return <Rest token={token} depth={depth} />;
  }
}

function Rest({ token, depth }: { token: Token; depth: number }): ReactNode {
  const known = token as Tokens.Blockquote | Tokens.Hr | Tokens.Br | Tokens.Space | Tokens.Escape | Tokens.Checkbox;
  switch (known.type) {
    case 'blockquote':
      return <blockquote>{renderAll(known.tokens, depth + 1)}</blockquote>;
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'space':
      return null;
    case 'escape':
      return known.text;
    case 'checkbox':
      return known.checked ? '☑ ' : '☐ ';
    default:
      return token.raw;
  }
}

function inline({ tokens, text }: { tokens?: Token[]; text: string }, depth: number): ReactNode {
  return tokens && tokens.length > 0 ? renderAll(tokens, depth + 1) : text;
}

const HEADINGS = { 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;

function Heading({ level, rank, children }: { level: number; rank: number; children: ReactNode }) {
  const Tag = HEADINGS[level as keyof typeof HEADINGS];
  return <Tag data-rank={rank}>{children}</Tag>;
}

function CodeBlock({ code }: { code: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what has the focus
    <pre tabIndex={0}>
      <code>{code}</code>
    </pre>
  );
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, index) => <li key={index}>{renderAll(item.tokens, depth + 1)}</li>);
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }) {
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index}>{inline(cell, depth)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{inline(cell, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
