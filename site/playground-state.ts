/** The specs in the address of the page: compressed, in the letters of an address. */

const MAX_LETTERS = 100_000;
const MAX_BYTES = 1_000_000;

export async function stateIn(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `spec=${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Undefined where the address has none, or none that can be read. */
export async function readState(hash: string): Promise<string | undefined> {
  const [, letters] = /^spec=([\w-]+)$/.exec(hash) ?? [];
  if (letters === undefined || letters.length > MAX_LETTERS) return undefined;
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return await unpacked(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
  } catch {
    return undefined;
  }
}

/** A short address can hold a text that fills the memory. */
async function unpacked(stream: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_BYTES) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
