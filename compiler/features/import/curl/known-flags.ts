/** Flags and headers of curl that Haft ignores or rejects regardless of their values. */

/** Flags that change nothing of the request; those with a value end with "=". */
export const IGNORED: ReadonlySet<string> = new Set(
  'silent show-error verbose include fail fail-with-body compressed location no-buffer progress-bar http1.1 http2 http1.0 ipv4 ipv6 no-progress-meter tcp-nodelay path-as-is remote-name remote-header-name create-dirs fail-early remove-on-error http2-prior-knowledge http3 tlsv1 tlsv1.2 tlsv1.3 basic form-escape no-keepalive no-progress-meter retry-all-errors retry-connrefused styled-output no-styled-output disable ca-native proto= proto-default= proto-redir= speed-limit= speed-time= stderr= cookie-jar= junk-session-cookies happy-eyeballs-timeout-ms= max-filesize= trace= output= write-out= connect-timeout= retry= retry-delay= retry-max-time= max-redirs= dump-header= keepalive-time= trace-ascii= limit-rate='.split(
    ' ',
  ),
);

/** Flags without which the request would be another one. */
export const REFUSED: Readonly<Record<string, string>> = {
  insecure: 'It disables the check of certificates (-k).',
  proxy: 'It goes through a proxy (-x).',
  cert: 'It sends a certificate of the client.',
  key: 'It sends a certificate of the client.',
  cacert: 'It trusts an additional certificate (--cacert).',
  resolve: 'It replaces the address of a host (--resolve).',
  'unix-socket': 'It connects to a socket of this machine.',
  'upload-file': 'It sends a file as the body (-T).',
  config: 'It reads further flags from a file (-K).',
  digest: 'It logs in with HTTP Digest.',
  negotiate: 'It logs in with Negotiate.',
  ntlm: 'It logs in with NTLM.',
  next: 'It sends several requests (--next).',
  netrc: 'It reads a password from a file.',
  anyauth: 'It negotiates how to log in (--anyauth).',
  'aws-sigv4': 'It signs requests for AWS.',
};

/** Long names of short flags. */
export const SHORT: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  F: 'form',
  u: 'user',
  A: 'user-agent',
  e: 'referer',
  b: 'cookie',
  m: 'max-time',
  G: 'get',
  I: 'head',
  L: 'location',
  k: 'insecure',
  s: 'silent',
  S: 'show-error',
  v: 'verbose',
  i: 'include',
  f: 'fail',
  N: 'no-buffer',
  g: 'globoff',
  O: 'remote-name',
  o: 'output',
  w: 'write-out',
  D: 'dump-header',
  x: 'proxy',
  E: 'cert',
  T: 'upload-file',
  K: 'config',
  n: 'netrc',
  r: 'range',
  c: 'cookie-jar',
  j: 'junk-session-cookies',
  J: 'remote-header-name',
  q: 'disable',
  '0': 'http1.0',
  '4': 'ipv4',
  '6': 'ipv6',
  '#': 'progress-bar',
  ':': 'next',
};

/** Of the connection between two machines, or what a browser says of itself. */
export const NOT_OF_THE_REQUEST =
  /^(?:host|content-length|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|accept-encoding|proxy-.*|sec-.*|dnt|priority|upgrade-insecure-requests)$/i;
