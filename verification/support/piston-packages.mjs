// A stand-in for Piston's API of packages, with the answers of its source: `has` names the language that is installed,
// `broken` the language whose download fails.
import { createServer } from 'node:http';

const VERSIONS = { java: '15.0.2', go: '1.16.2', mono: '6.12.0', kotlin: '1.8.20', rust: '1.68.2' };
const { PORT, has, broken } = process.env;

createServer((request, response) => {
  const reply = (status, body) => response.writeHead(status).end(JSON.stringify(body));
  if (request.url === '/api/v2/runtimes')
    return reply(200, has ? [{ language: has, version: VERSIONS[has], aliases: [] }] : []);
  let text = '';
  request.on('data', (part) => (text += part));
  request.on('end', () => {
    const { language } = JSON.parse(text);
    const version = VERSIONS[language];
    if (!version) return reply(404, { message: `Requested package ${language}-* does not exist` });
    if (language === broken) return reply(500, { message: 'Checksum miss-match' });
    reply(200, { language, version });
  });
}).listen(Number(PORT), '127.0.0.1');
