/** The revisions of MCP: those that start with `initialize`, and those without a handshake, with what each of their requests carries in `_meta`. */
/** Newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Newest first; the others are negotiated by `initialize`. */
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];

const PREFIX = 'io.modelcontextprotocol/';

/** The member of `_meta` that names the revision. */
export const VERSION = `${PREFIX}protocolVersion`;

export const CAPABILITIES = `${PREFIX}clientCapabilities`;

export const CLIENT_INFO = `${PREFIX}clientInfo`;

export const SERVER_INFO = `${PREFIX}serverInfo`;
