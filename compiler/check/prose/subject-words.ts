/** Words by which a server or a tool is about stores, code, the web or models, and may name what belongs to them. Data. */

export const STORES = `
  sql select statement database postgres mysql sqlite warehouse table schema db query key store storage cache index
  cluster shard broker queue topic stream bucket object cloud aws azure gcp infrastructure container deployment backup
  migration row column sheet spreadsheet pod namespace node helm chart ingress volume image registry lambda message
  instance replica region vpc secret metric alert
`;

export const CODE = `
  code function method class symbol script program source repo repository package npm module dependency import lint
  compiler debugger refactor test variable file developer framework python javascript typescript java rust go ruby
  event hook
`;

export const WEB = `
  api http rest endpoint webhook openapi request response url link site website status uptime log proxy rpc
`;

export const MODELS = 'model llm ai assistant agent prompt chat embedding vector inference completion token';
