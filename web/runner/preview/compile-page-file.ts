import type { Compiled, Compiler } from '../languages/javascript/project/room-modules.ts';
import type { RoomPictures } from './room-pictures.ts';

/** The style sheet as its own module: its rules hold for the page, and its classes keep their names. */
const STYLED = (text: string) =>
  [
    'const sheet=new CSSStyleSheet();',
    `sheet.replaceSync(${JSON.stringify(text)});`,
    'document.adoptedStyleSheets.push(sheet);',
    "module.exports=new Proxy({},{get:(_,name)=>name==='__esModule'?undefined:name});",
  ].join('');

/** Returns a compiler that also takes style sheets, and pictures, which are their addresses. */
export function withPageFiles(compile: Compiler, pictures: RoomPictures): Compiler {
  return (name, code) => {
    if (name.endsWith('.css')) return moduleOf(STYLED(pictures.inStyle(code, name)));
    const address = pictures.addressOf(`/${name}`);
    return address === null ? compile(name, code) : moduleOf(`module.exports=${JSON.stringify(address)};`);
  };
}

function moduleOf(code: string): Compiled {
  return { code, isMoved: true, modules: { isModule: false, uses: [], statements: [], calls: new Set<string>() } };
}

/** Returns a compiler that guards the loops of scripts. */
export function withLoopGuard(compile: Compiler, guard: (code: string) => string): Compiler {
  return (name, given) => {
    const compiled = compile(name, given);
    const code = guard(compiled.code);
    return code === compiled.code ? compiled : { ...compiled, code, isMoved: true };
  };
}
