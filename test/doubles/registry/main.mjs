// A registry with the packed packages, in a process of its own: `node main.mjs <upstream> <archive>…`. All other packages are those of `upstream`.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

const [upstream, ...archives] = process.argv.slice(2);

/** `package.json` is the first file that npm packs by this name. */
function manifestOf(bytes) {
  const tar = gunzipSync(bytes);
  for (let at = 0; at < tar.length;) {
    const name = tar.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    if (name === 'package/package.json') return JSON.parse(tar.toString('utf8', at + 512, at + 512 + size));
    at += 512 + Math.ceil((size || 0) / 512) * 512;
  }
  throw new Error('No package.json in the archive.');
}

const packages = new Map(
  archives.map((path) => {
    const bytes = readFileSync(path);
    const manifest = manifestOf(bytes);
    return [manifest.name, { bytes, manifest }];
  }),
);

function packument({ bytes, manifest }, origin) {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const shasum = createHash('sha1').update(bytes).digest('hex');
  const dist = { integrity, shasum, tarball: `${origin}/-/${encodeURIComponent(name)}.tgz` };
  const time = {
    created: '2020-01-01T00:00:00.000Z',
    modified: '2020-01-01T00:00:00.000Z',
    [version]: '2020-01-01T00:00:00.000Z',
  };
  return { name, 'dist-tags': { latest: version }, time, versions: { [version]: { ...manifest, dist } } };
}

const server = createServer(async (request, response) => {
  const path = decodeURIComponent(request.url.split('?')[0].slice(1));
  const own = packages.get(path.replace(/^-\//, '').replace(/\.tgz$/, ''));
  if (own) {
    const origin = `http://127.0.0.1:${server.address().port}`;
    if (path.startsWith('-/')) return response.setHeader('content-type', 'application/octet-stream').end(own.bytes);
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(packument(own, origin)));
  }
  const reply = await fetch(new URL(request.url.slice(1), upstream), {
    headers: { accept: request.headers.accept ?? '*/*' },
  });
  response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'application/json' });
  return response.end(Buffer.from(await reply.arrayBuffer()));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
