/** Phrases that mostly tell how a tool works inside, yet may be its subject: a rule asks about them. Data. */
import type { Inside } from './implementation-lexicon.ts';

const STORES = [
  'sql database postgres mysql sqlite warehouse table schema db query key store storage cache index cluster shard broker queue',
  'topic stream bucket object cloud aws azure gcp infrastructure container deployment backup migration row column sheet spreadsheet',
  'pod namespace node helm chart ingress volume image registry lambda broker message instance replica region vpc secret metric alert',
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
const BY = '(?:using|uses?|via|through|with|by|in|on|runs?|running)';

export const SUSPECTS: readonly Inside[] = [
  {
    pattern:
      /\b(?:to|into|in|from|by|with|via) (?:the )?(?:Splunk|Datadog|Sentry|Grafana|New Relic|CloudWatch|Stackdriver|Mixpanel|Prometheus|Jaeger|Looker|PagerDuty|Zapier|Segment\.io)\b|\b\w*[Zz]igbee2\w+\b|\b[A-Z][a-z]*[A-Z\d]\w* (?:bridge|adapter|connector|client|driver|wrapper|plugin)\b/,
    unless: [
      ...CODE,
      ...STORES,
      ...WEB,
      'dashboard',
      'error',
      'trace',
      'incident',
      'monitor',
      'log',
      'plugin',
      'driver',
      'client',
      'report',
    ],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:Dijkstra|breadth-first|depth-first|binary search|k-means|PageRank|MapReduce|Bloom filter|quicksort|hash function|A\* search|linear scan|memo table|finite[- ]state machine|recursive descent|backtracking|idempotent(?:ly)?|thread-?safe|stateless(?:ly)?|non-?blocking|deserializ\w+)\b/,
    unless: [...CODE, 'algorithm', 'graph', 'sort', 'math', 'theorem', 'cluster'],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:lists?|arrays?|sets?|maps?|collections?|pages?) of (?:[A-Z]\w+|JSON) (?:objects|instances|structs|records|entities|models)\b|\b(?:an?|the) [A-Z]\w+ (?:object|struct|DTO|bean)\b/,
    unless: ['object', 'json', 'class', 'code', 'method'],
  },
  {
    pattern:
      /\b(?:maps?|mapped|corresponds?|goes|passed|written|inserted|stored|bound|forwarded|serialized|sent) (?:to|into|in|as|with|through to) (?:the |a |an |its )?[`"']?[\w.-]+[`"']? (?:column|table|HTTP header|request header|query (?:string|param\w*)|request body|DB field|bind variable|positional argument|keyword argument|claim)\b/i,
    unless: [...WEB, 'column', 'sheet', 'spreadsheet', 'csv', 'table', 'claim', 'insurance', 'board'],
  },
  {
    pattern:
      /\b(?:using|via|through|with|by|on|onto|calls?|runs?|invokes?)\s+(?:the\s+)?`?(?:ffmpeg|ripgrep|grep|pandoc|rsync|wget|sed|awk|jq|openssl|psql|mysqldump|pg_dump|sqlite3?|bcrypt|crontab|systemctl|tesseract|ghostscript|imagemagick|exiftool|yt-dlp|nmap|tcpdump|xargs|numpy|pandas|lodash|axios|redis|kafka|postgres|mysql|mongo(?:db)?|nginx|[a-z]{3,}(?:\.js|js|ctl|sql)|py(?!thon|ramid|jama|thag)[a-z]{3,}|lib(?!rar|ert|eral|ra\b|ya)[a-z]{4,}|pdf[a-z]{4,}|[a-z]+to(?:pdf|html|text|png)|[a-z]+-(?:js|cli|sdk|lib|rs))`?(?![\w-])/,
    unless: [...CODE, ...STORES],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:Postgres(?:QL)?|MySQL|MariaDB|SQLite|MongoDB|Mongo|Redis|Valkey|Memcached|Hazelcast|Cosmos ?DB|DocumentDB|Bigtable|Spanner|RocksDB|LevelDB|TimescaleDB|DynamoDB|Cassandra|CockroachDB|BigQuery|Snowflake|Redshift|ClickHouse|DuckDB|Elastic[Ss]earch|OpenSearch|Solr|Lucene|Pinecone|Weaviate|Qdrant|Chroma(?:DB)?|pgvector|Milvus|Neo4j|Firestore|Firebase|Couch(?:DB|base)|InfluxDB|etcd|ZooKeeper|S3|MinIO|Kafka|RabbitMQ|ActiveMQ|NATS|SQS|SNS|Kinesis|EventBridge|Pub\/Sub|PubSub|Celery|Sidekiq|Temporal workflow|Airflow DAG|MQTT|AMQP|ZeroMQ|Lambda|Cloud Functions|Kubernetes|kubectl|Docker|Nginx|Supabase|Oracle DB|LDAP|Logstash)\b/,
    unless: STORES,
  },
  {
    pattern: new RegExp(
      `\\b${BY}\\s+(?:the\\s+|a\\s+|an\\s+)?(?:\\w+\\s+(?:and|or)\\s+)?(?:GPT[-\\w.]*|LangChain|LlamaIndex|OpenAI|Puppeteer|Playwright|Selenium|Cheerio|BeautifulSoup|Scrapy|axios|lodash|pandas|NumPy|TensorFlow|PyTorch|OpenCV|ImageMagick|FFmpeg|Prisma|Sequelize|SQLAlchemy|Hibernate|Mongoose|TypeORM|Django|FastAPI|Tesseract|spaCy|NLTK|boto3|Node\\.js|(?:Pillow|Flask|Express|Rails|Spring|React|Requests|Gemini|Whisper|Node)(?= (?:Boot|app|application|framework|library|server|model|route|controller|handler|middleware|module|package))|Pydantic|Zod|pytest|Jackson|gson|jQuery|D3|Leaflet|Matplotlib|scikit-learn|Hugging ?Face|Claude|Mistral|Llama|Anthropic|Terraform|Ansible|rsync|cURL|curl|wget|sendmail|Postfix|SendGrid|Mailgun|Redux|Symfony|Laravel|Entity Framework|Dapper|MyBatis|Knex|Drizzle|Terragrunt|Bash|PowerShell|cron)\\b`,
    ),
    unless: [...CODE, ...MODELS],
  },
  {
    pattern:
      /\b(?:using|with|via|through|by|uses?|in)\s+(?:the\s+|a\s+|an\s+)?[`"']?[\w.@/-]+[`"']?\s+(?:library|npm package|package|framework|SDK|ORM|driver|middleware|module|subprocess|daemon|executable|binary|microservice)\b/i,
    unless: [...CODE, 'library', 'car', 'train', 'parcel', 'post', 'book'],
  },
  {
    pattern:
      /\b[A-Za-z_][\w.]*\(\)|\b[a-z]+\.[a-z]+[A-Z]\w*|\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\.(?!com\b|org\b|net\b|io\b|gov\b|edu\b|de\b|dev\b|app\b|ai\b)[a-z]\w*/,
    unless: CODE,
  },
  {
    pattern:
      /\b[a-z]{2,}(?:[A-Z][a-z]+)+\b(?=\s+(?:event|method|function|hook|handler|webhook|callback|job|task|mutation|query|procedure|action|class))/,
    unless: CODE,
  },
  {
    pattern:
      /\b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:Service|Controller|Repository|Handler|Factory|Manager|Calculator|Helper|Impl|Worker|Dao|DAO|Provider|Processor|Adapter|Client|Module|Gateway|Resolver|Exception|Error|Engine|Store|Utils?)\b|\b(?!(?:Git|Linked|Whats|You|Pay|Hub|Tik|One|Share|Power|Quick|Java|Type|Word|Mail|Face|Snap|Drop|Sales|Click|Team|Sound|Door|Air|Master|Zen|Fresh|Type|Open|Data|Chat|Deep|Play|My|Mac|i)[A-Z])[A-Z][a-z]+(?:[A-Z][a-z]+)+\s+(?:event|method|function|hook|handler|callback|job|task|mutation|procedure|class|RPC)s?\b|\b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:Created|Updated|Deleted|Changed|Added|Removed|Placed|Closed|Opened|Paid|Sent|Requested|Completed|Cancell?ed|Event|Dto|DTO|Mutation)\b(?<=[a-z][A-Z]\w*)/,
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
    pattern:
      /\b[\w-]+\.(?:tsx?|jsx?|mjs|py|rb|go|java|rs|php|sh|bash|cs|cpp|sql|kt|lua|ipynb|pkl|parquet|jar|dll|exe|wasm|proto|avro|onnx|joblib|toml|ini|conf|cfg)\b/,
    unless: [...CODE, 'path', 'folder', 'notebook', 'document'],
  },
  {
    pattern:
      /\b(?:returns?|yields?|resolves? (?:to|with)|outputs?|gives?(?: back)?|responds with|emits?)\s+(?:an?\s+|the\s+)?(?:\w+\s+)?(?:list of (?:dicts?|tuples?|objects)|array of objects|dicts?|dictionar(?:y|ies)|tuples?|DataFrames?|promises?|hash ?maps?|structs?|pointers?|NULL|null|undefined|None|nil|NaN|void|instances?|iterators?|generators?|cursors?|result ?sets?|POJOs?|enums?)\b(?! (?:of the|and the|hypothesis|and void))/,
    unless: [...CODE, 'dictionary', 'word', 'dataframe', 'enum', 'instance', 'cursor'],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:data ?frames?|exponential back-?off|in parallel threads|multi-?threaded|ORM|DAO|DTO|CRUD|getters?|setters?|helper (?:function|method|class)|utility (?:function|class|method)|boilerplate|stored function|materialized views?|table scan|(?:LEFT|RIGHT|INNER|OUTER) JOIN|bind variables?|prepared statements?|TCP (?:socket|connection)|UDP|loopback|localhost|daemon|systemd|stdin|stdout|stderr|garbage collect\w+|heap|call stack|byte ?arrays?|base64(?:-encoded)? (?:string|blob)|returns? (?:it as |a )?base64|multipart(?:\/form-data)?|query strings?|query parameters?|path parameters?|request parameters?|HTTP headers?|CORS|user agent|idempotency keys?|ETags?|If-Match|webhook handlers?|load balancer|reverse proxy|API gateway|message bus|event sourcing|CQRS|saga|feature toggle|config(?:uration)? map|env(?:ironment)? vars?)\b/,
    unless: [
      ...CODE,
      ...WEB,
      ...STORES,
      'env',
      'terminal',
      'shell',
      'process',
      'service',
      'server',
      'cors',
      'header',
      'encode',
      'decode',
      'dataframe',
      'web',
      'traffic',
      'upload',
      'stdin',
    ],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:OAuth|API)(?: ?2(?:\.0)?)? scopes?\b|\b(?:needs|requires?|required|with|using) (?:the |an? )?`?[a-z_]+[.:](?:read|write|manage|admin|all|full|edit|delete|view)\w*`? (?:OAuth )?(?:scope|permission)\b/i,
    unless: ['auth', 'oauth', 'scope', 'permission', 'token', 'consent'],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:sets?|updat(?:es?|ing)|writ(?:es?|ing)|clears?|flips?|toggles?|increments?|bumps?|stamps?|marks?) (?:the |its |a )?`?[\w.]+`? (?:column|bit|foreign key|DB field|database field)\b|\b(?:column|attribute|property|field|flag) to [`"']?(?:\d+|true|false|null|NULL|[A-Z_]{3,})\b/,
    unless: [
      ...CODE,
      'column',
      'sheet',
      'spreadsheet',
      'csv',
      'board',
      'kanban',
      'table',
      'card',
      'field',
      'property',
      'flag',
    ],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:cloud|object|blob|GCS|R2) (?:storage|buckets?|containers?)\b|\b(?:storage|upload|archive) buckets?\b|\b(?:stor(?:es?|ed|ing)|puts?|upload(?:s|ed|ing)?|sav(?:es?|ed|ing)|writ(?:es?|ten|ing)|copies|copied|drops?|read(?:s|ing)?|load(?:s|ed|ing)?|fetch(?:es|ed)?|pull(?:s|ed)?|lives?|kept|keeps)\b[^.]{0,40}\b(?:in|into|from|to|on|onto) (?:the|a|an|our) (?:\w+ ){0,2}(?:bucket|blob|shard|keyspace|FIFO)\b/i,
    unless: [...STORES, 'water', 'sand', 'ice', 'paint', 'garden', 'money', 'budget', 'saving'],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:polls?|polling) (?:the|an?|every|until|our)\b|\b(?:hits?|pings?|queries|contacts|talks to|connects to|calls(?: out to)?) (?:the |our |an? )?(?:\w+[- ]){0,3}?(?:back-?end|servers?|daemon|database|DB|webservice|web service|microservice|servlet|controller|gateway|cluster|service layer|worker)\b/i,
    unless: [
      ...CODE,
      ...WEB,
      ...STORES,
      'server',
      'poll',
      'vote',
      'survey',
      'game',
      'minecraft',
      'discord',
      'network',
      'host',
      'machine',
      'ping',
    ],
    onlyDescriptions: true,
  },
  {
    pattern:
      /\b(?:implemented|written|coded|built|powered|backed|driven|served|handled|provided|done|performed|computed|calculated|rendered|executed|run|runs) (?:in|by|with|on|on top of|as|from|through|via) (?:an? |the |our )?(?:\w+[- ]){0,2}?(?:Python|Java|JavaScript|TypeScript|Rust|Go|Ruby|PHP|C\+\+|Scala|Kotlin|Perl|Node|SQL|script|scripts|function|subroutine|module|library|package|class|daemon|binary|thread|lambda|worker|microservice|back-?end|stored procedure|trigger|macro|workflow engine|state machine|regex|API|SDK|transformer|neural network|language model|LLM|machine learning model|classifier|decision tree|random forest)\b/,
    unless: [...CODE, ...MODELS, 'model', 'classifier', 'language'],
    onlyDescriptions: true,
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
      /\b(?:message|job|task|event|work|processing|background|dead[- ]letter|priority|FIFO)[- ]queues?\b|\b(?:publish\w*|enqueu\w*|dispatch\w*|push\w*|produc\w*|emit\w*)\b[^.]{0,40}\b(?:queue|event bus|message bus|broker|(?:kafka|event|message) (?:stream|topic))\b|\b(?:onto|on|via|through|into) (?:a|the) (?:\w+[- ])?(?:queue|event bus|message bus|broker)\b|\bmessage broker\b|\b(?:emits?|emitting|fires?|firing|dispatch(?:es|ing)?|triggers?|triggering|raises?|publish(?:es|ing)?) (?:an? |the )?(?:[`"']?[\w.:-]+[`"']? )?(?:event|webhook|callback|hook|signal)s?\b/i,
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
