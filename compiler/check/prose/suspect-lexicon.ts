/** Phrases that mostly tell how a tool works inside, yet may be its subject: a rule asks about them. Data. */
import type { Inside } from './implementation-lexicon.ts';

const STORES = [
  'sql database postgres mysql sqlite warehouse table schema db query key store storage cache index cluster shard broker queue',
  'topic stream bucket object cloud aws azure gcp infrastructure container deployment backup migration row column sheet spreadsheet',
].flatMap((words) => words.split(' '));
const CODE =
  'code function method class symbol script program source repo repository package npm module dependency import lint compiler debugger refactor test variable file developer framework python javascript typescript java rust go ruby event hook'.split(
    ' ',
  );
const WEB =
  'api http rest endpoint webhook openapi request response url link site website status uptime log proxy rpc'.split(
    ' ',
  );
const MODELS = 'model llm ai assistant agent prompt chat embedding vector inference completion token'.split(' ');

/** The words of a text that lead to what is behind a tool. */
const BY = '(?:using|uses?|via|through|with|by|from|in|into|to|on|onto|runs?|running|behind|over|against|at)';

export const SUSPECTS: readonly Inside[] = [
  {
    pattern:
      /\b(?:Postgres(?:QL)?|MySQL|MariaDB|SQLite|MongoDB|Mongo|Redis|Memcached|DynamoDB|Cassandra|CockroachDB|BigQuery|Snowflake|Redshift|ClickHouse|DuckDB|Elastic[Ss]earch|OpenSearch|Solr|Lucene|Pinecone|Weaviate|Qdrant|Chroma(?:DB)?|pgvector|Milvus|Neo4j|Firestore|Firebase|Couch(?:DB|base)|InfluxDB|etcd|ZooKeeper|S3|MinIO|Kafka|RabbitMQ|ActiveMQ|NATS|SQS|SNS|Kinesis|EventBridge|Pub\/Sub|PubSub|Celery|Sidekiq|Temporal|Airflow|Lambda|Kubernetes|Docker|Nginx|Supabase|Oracle DB)\b/,
    unless: STORES,
  },
  {
    pattern: new RegExp(
      `\\b${BY}\\s+(?:the\\s+|a\\s+|an\\s+)?(?:\\w+\\s+(?:and|or)\\s+)?(?:GPT[-\\w.]*|LangChain|LlamaIndex|OpenAI|Puppeteer|Playwright|Selenium|Cheerio|BeautifulSoup|Scrapy|axios|lodash|pandas|NumPy|TensorFlow|PyTorch|OpenCV|ImageMagick|FFmpeg|Pillow|Prisma|Sequelize|SQLAlchemy|Hibernate|Mongoose|TypeORM|Django|Flask|FastAPI|Express|Rails|Spring|React|Tesseract|spaCy|NLTK|boto3|Requests)\\b`,
    ),
    unless: [...CODE, ...MODELS],
  },
  {
    pattern:
      /\b(?:using|with|via|through|by|uses?|in)\s+(?:the\s+|a\s+|an\s+)?[`"']?[\w.@/-]+[`"']?\s+(?:library|npm package|package|framework|SDK|ORM|driver|middleware|module|subprocess|daemon|executable|binary|microservice)\b/i,
    unless: [...CODE, 'library', 'car', 'train', 'parcel', 'post', 'book'],
  },
  { pattern: /\b[A-Za-z_][\w.]*\(\)|\b[a-z]+\.[a-z]+[A-Z]\w*|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\.[a-z]\w*/, unless: CODE },
  {
    pattern:
      /\b[a-z]{2,}(?:[A-Z][a-z]+)+\b(?=\s+(?:event|method|function|hook|handler|webhook|callback|job|task|mutation|query|procedure|action|class))/,
    unless: CODE,
  },
  {
    pattern:
      /\b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:Service|Controller|Repository|Handler|Factory|Manager|Calculator|Helper|Impl|Worker|Dao|DAO|Provider|Processor|Adapter|Client|Module|Gateway|Resolver|Exception|Error|Engine|Store|Utils?)\b|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\s+(?:event|method|function|hook|handler|callback|job|task|mutation|procedure|action|class|message|RPC)s?\b/,
    unless: CODE,
  },
  {
    pattern:
      /\b(?:the|a|an)\s+`?[a-z]{2,}(?:[A-Z][a-z]+|_[a-z]+)+`?\s+(?:functions?|methods?|class|module|procedures?|handler|callback|hook|columns?|fields?|flag|job|task|script|event|topic|queue)\b/,
    unless: CODE,
    onlyDescriptions: true,
  },
  {
    pattern: /\b(?:calls?|calling|invokes?|invoking)\s+(?:the\s+)?`?[a-z]+(?:_[a-z]+)+`?(?=[\s.,]|$)/,
    unless: [...CODE, 'tool'],
    onlyDescriptions: true,
  },
  {
    pattern: /\b[\w-]+\.(?:tsx?|jsx?|mjs|py|rb|go|java|rs|php|sh|bash|cs|cpp|sql|kt|ex|lua|pl|ipynb)\b/,
    unless: [...CODE, 'path', 'folder', 'notebook', 'document'],
  },
  {
    pattern: /\bg?RPCs?\b|\b(?:JSON|XML)-RPC\b|\bSOAP\s+\w+|\bprotobufs?\b|\bThrift\b|\bweb ?sockets?\b/i,
    unless: [...WEB, 'chain', 'blockchain', 'node', 'ethereum', 'socket', 'soap'],
  },
  {
    pattern:
      /\b(?:returns?|responds?(?: with)?|replies with|answers? with|gives?|throws?|raises?|fails? with|status(?: code)?)\s+(?:an?\s+|the\s+|with\s+)?(?:HTTP\s+)?(?:status\s+)?(?:code\s+)?(?:20[0-4]|30[1-8]|40\d|41\d|42[2369]|50[0-4])(?=\s*(?:$|[.,;:)]|if\b|when\b|on\b|for\b|and\b|or\b|otherwise|Created|OK|Accepted|No Content|Not Found|Bad|Conflict|Forbidden|Unauthorized|Unprocessable|Too Many|Internal|errors?|responses?|status))/i,
    unless: WEB,
  },
  {
    pattern:
      /\b(?:[45]\d\d|[45]xx)\s+(?:errors?|responses?|status(?:es)?|codes?)\b|\bHTTP\s+[1-5]\d\d\b|\b(?:status|response)\s+codes?\b/i,
    unless: WEB,
  },
  {
    pattern:
      /\b(?:message|job|task|event|work|processing|background|dead[- ]letter|priority|FIFO)[- ]queues?\b|\b(?:publish\w*|enqueu\w*|dispatch\w*|push\w*|produc\w*|emit\w*)\b[^.]{0,40}\b(?:queue|event bus|message bus|broker|(?:kafka|event|message) (?:stream|topic))\b|\b(?:onto|on|via|through|into) (?:a|the) (?:\w+[- ])?(?:queue|event bus|message bus|broker)\b|\bmessage broker\b|\b(?:emits?|emitting|fires?|firing|dispatch(?:es|ing)?|triggers?|publish(?:es|ing)?) (?:an? |the )?(?:\w+ )?(?:event|webhook|callback|hook|signal)s?\b/i,
    unless: [
      'queue',
      'broker',
      'topic',
      'event',
      'webhook',
      'hook',
      'playlist',
      'song',
      'music',
      'player',
      'print',
      'bus',
      'alarm',
    ],
  },
  {
    pattern:
      /\b(?:cron(?:\s*jobs?)?|background (?:jobs?|tasks?|workers?|threads?|processes|process)|worker (?:threads?|pool|processes|process)|child process|sub-?process|shells? out|spawn(?:s|ing) (?:a|an|the)\b|thread pool|async(?:hronous)? (?:job|task|worker)|event loop|serverless functions?|edge functions?)\b/i,
    unless: ['cron', 'worker', 'job', 'process', 'thread', 'scheduler', ...CODE],
  },
  {
    pattern: /\b(?:cached?|caches|caching|memoiz\w+|in[- ]memory|in the cache|hash ?maps?|lookup tables?|TTL)\b/i,
    unless: ['cache', 'cdn', 'memory', 'dns', 'geocache', 'browser', ...STORES],
  },
  {
    pattern:
      /\b(?:embeddings?|cosine similarity|vector (?:store|index|search|database|db)|nearest[- ]neighbou?rs?|BM25|TF-IDF|inverted index|full-text index|tokeniz\w+|fuzzy matching algorithm|Levenshtein)\b/i,
    unless: [...MODELS, 'similarity', 'search_engine', 'linguistics', 'nlp'],
  },
  {
    pattern:
      /\b(?:internally|behind the scenes|implementation|(?:is|are|was) implemented|implemented (?:in|by|with|as|on)|hard-?coded|thin wrapper|wraps (?:the|a|an)|wrapper (?:for|around|over)|delegates to|forwards? (?:it |this |them |the \w+ )?to the|prox(?:y|ies) (?:to|for|the)|calls? (?:out )?to (?:the )?\w+ (?:service|module|server|backend)|(?:by|via|through|with) (?:a call to )?the \w+ (?:micro)?service\b|monolith|middleware|data ?layer|service layer|repository layer|business logic|singleton|dependency injection|feature flags?|environment variables?)\b/i,
    unless: [
      ...CODE,
      'proxy',
      'environment',
      'config',
      'configuration',
      'flag',
      'setting',
      'service',
      'customer',
      'postal',
      'delivery',
    ],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:insert\w*|updat\w*|delet\w*|writ\w*|append\w*|add\w*|read\w*|select\w*)\b[^.]{0,30}\b(?:rows?|tables|columns)\b|\b(?:foreign|primary|partition|composite) keys?\b|\bsoft[- ]delet\w+|\b(?:database|DB) (?:transactions?|locks?|connection|index|record|entry|view)|\b(?:in|into|from|to|of|against) (?:the|our|a|its) (?:\w+ )?(?:database|db|datastore|data store|data warehouse|key[- ]value store|document store|object store|message store)\b|\bdata ?stores?\b/i,
    unless: [
      ...STORES,
      'seat',
      'theater',
      'garden',
      'furniture',
      'restaurant',
      'csv',
      'excel',
      'game',
      'record',
      'dataset',
      'grid',
      'document',
    ],
  },
  {
    pattern: /\b\w+ ?(?:==?|:=) ?(?:\d+|true|false|null|NULL|'[^']*'|"[^"]*")(?=[\s.,;)]|$)/,
    unless: [...CODE, 'formula', 'equation', 'math', 'expression', 'filter', 'query'],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:JWTs?|bearer tokens?|OAuth ?2?(?:\.0)? (?:flow|token)s?|session (?:cookie|token|id)s?|CSRF|mutex|semaphore|advisory lock|lock on)\b/i,
    unless: [
      'auth',
      'login',
      'token',
      'oauth',
      'identity',
      'security',
      'session',
      'cookie',
      'jwt',
      'credential',
      'lock',
      'door',
      'key',
    ],
  },
  {
    pattern:
      /\bpars(?:es?|ing|ed)\s+(?:the\s+)?(?:raw\s+)?(?:HTML|XML|JSON|DOM|AST|YAML|protobuf)\b|\b(?:scrap(?:es|ing)|headless browser|DOM (?:tree|nodes?|elements?)|regex(?:es)?\b|regular expressions? (?:to|on|over)|serializ\w+|deserializ\w+|marshal\w*)\b/i,
    unless: [
      'html',
      'xml',
      'json',
      'dom',
      'yaml',
      'regex',
      'pattern',
      'regular',
      'expression',
      'match',
      'scrape',
      'crawl',
      'browser',
      'web',
      'page',
      'grep',
      'search',
      'text',
      'replace',
      ...CODE,
    ],
    onlyDescriptions: true,
  },
];
