/** The revisions of MCP without a handshake, and what each request of them carries in `_meta`. */

/** Newest first; the others are negotiated by `initialize`. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];

const PREFIX = 'io.modelcontextprotocol/';

/** The member of `_meta` that names the revision. */
export const VERSION = `${PREFIX}protocolVersion`;
export const CAPABILITIES = `${PREFIX}clientCapabilities`;
export const CLIENT_INFO = `${PREFIX}clientInfo`;
export const SERVER_INFO = `${PREFIX}serverInfo`;
