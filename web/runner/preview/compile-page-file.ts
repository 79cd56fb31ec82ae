import type { Compiled, Compiler } from '../languages/javascript/project/room-modules.ts';

/** The style sheet as its own module: its rules hold for the page, and its classes keep their names. */
const STYLED = (text: string) =>
  [
    'const sheet=new CSSStyleSheet();',
    `sheet.replaceSync(${JSON.stringify(text)});`,
    'document.adoptedStyleSheets.push(sheet);',
    "module.exports=new Proxy({},{get:(_,name)=>name==='__esModule'?undefined:name});",
  ].join('');

/** Returns a compiler that also takes style sheets. */
export function withStyles(compile: Compiler): Compiler {
  return (name, code) => (name.endsWith('.css') ? styleModule(code) : compile(name, code));
}

function styleModule(text: string): Compiled {
  const modules = { isModule: false, uses: [], statements: [], calls: new Set<string>() };
  return { code: STYLED(text), isMoved: true, modules };
}
