/** Names of stores, programs, libraries, functions and codes: mostly the inside of a tool, yet maybe its subject, so that a rule asks. Data. */
// Missed: products that are not listed and do not look like code, such as the names of a company's own systems.
import type { Inside } from './implementation-lexicon.ts';
import { CODE, MODELS, STORES, WEB } from './subject-words.ts';
import { regex } from '../../terms.ts';

/** The words of a text that lead to what is behind a tool. */
const BY = '(?:using|uses?|via|through|with|by|in|on|runs?|running)';

/** What makes a name of an everyday word that of a library. */
const PART =
  '(?:Boot|app|application|framework|library|server|model|route|controller|handler|middleware|module|package)';

export const NAMED: readonly Inside[] = [
  {
    pattern: regex()`
      \b(?:
        Splunk|Datadog|Sentry|Grafana|New Relic|CloudWatch|Stackdriver|Mixpanel|Prometheus|Jaeger|Looker|
        PagerDuty|Zapier|Segment\.io
      )\b|
      \b\w*[Zz]igbee2\w+\b|
      \b[A-Z][a-z]*[A-Z\d]\w* (?:bridge|adapter|connector|client|driver|wrapper|plugin)\b
    `,
    unless: `${CODE} ${STORES} ${WEB} dashboard error trace incident monitor log plugin driver client report`,
    onlyDescriptions: true,
  },
  {
    pattern: regex()`
      \b(?:lists?|arrays?|sets?|maps?|collections?|pages?) of (?:[A-Z]\w+|JSON) (?:
        objects|instances|structs|records|entities|models
      )\b|
      \b(?:an?|the) [A-Z]\w+ (?:object|struct|DTO|bean)\b
    `,
    unless: 'object json class code method',
  },
  {
    pattern: regex()`
      \b(?:using|via|through|with|by|on|onto|calls?|runs?|invokes?)\s+(?:the\s+)?\`?(?:
        ffmpeg|ripgrep|grep|pandoc|rsync|wget|sed|awk|jq|openssl|psql|mysqldump|pg_dump|sqlite3?|bcrypt|crontab|
        systemctl|tesseract|ghostscript|imagemagick|exiftool|yt-dlp|nmap|tcpdump|xargs|numpy|pandas|lodash|
        axios|redis|kafka|postgres|mysql|mongo(?:db)?|nginx|[a-z]{3,}(?:\.js|js|ctl|sql)|
        py(?!thon|ramid|jama|thag)[a-z]{3,}|lib(?!rar|ert|eral|ra\b|ya)[a-z]{4,}|pdf[a-z]{4,}|
        [a-z]+to(?:pdf|html|text|png)|[a-z]+-(?:js|cli|sdk|lib|rs)
      )\`?(?![\w-])
    `,
    unless: `${CODE} ${STORES}`,
    onlyDescriptions: true,
  },
  {
    pattern: regex()`
      \b(?:
        Postgres(?:QL)?|MySQL|MariaDB|SQLite|MongoDB|Mongo|Redis|Valkey|Memcached|Hazelcast|Cosmos ?DB|
        DocumentDB|Bigtable|Spanner|RocksDB|LevelDB|TimescaleDB|DynamoDB|Cassandra|CockroachDB|BigQuery|
        Snowflake|Redshift|ClickHouse|DuckDB|Elastic[Ss]earch|OpenSearch|Solr|Lucene|Pinecone|Weaviate|Qdrant|
        Chroma(?:DB)?|pgvector|Milvus|Neo4j|Firestore|Firebase|Couch(?:DB|base)|InfluxDB|etcd|ZooKeeper|S3|
        MinIO|Kafka|RabbitMQ|ActiveMQ|NATS|SQS|SNS|Kinesis|EventBridge|Pub\/Sub|PubSub|Celery|Sidekiq|
        Temporal workflow|Airflow DAG|MQTT|AMQP|ZeroMQ|Lambda|Cloud Functions|Kubernetes|kubectl|Docker|Nginx|
        Supabase|Oracle DB|LDAP|Logstash
      )\b
    `,
    unless: STORES,
  },
  {
    pattern: regex()`
      \b${BY}\s+(?:the\s+|a\s+|an\s+)?(?:\w+\s+(?:and|or)\s+)?(?:
        GPT[-\w.]*|LangChain|LlamaIndex|OpenAI|Puppeteer|Playwright|Selenium|Cheerio|BeautifulSoup|Scrapy|axios|
        lodash|pandas|NumPy|TensorFlow|PyTorch|OpenCV|ImageMagick|FFmpeg|Prisma|Sequelize|SQLAlchemy|Hibernate|
        Mongoose|TypeORM|Django|FastAPI|Tesseract|spaCy|NLTK|boto3|Node\.js|
        (?:Pillow|Flask|Express|Rails|Spring|React|Requests|Gemini|Whisper|Node)(?= ${PART})|
        Pydantic|Zod|pytest|Jackson|gson|jQuery|D3|Leaflet|Matplotlib|scikit-learn|Hugging ?Face|Claude|Mistral|
        Llama|Anthropic|Terraform|Ansible|rsync|cURL|curl|wget|sendmail|Postfix|SendGrid|Mailgun|Redux|Symfony|
        Laravel|Entity Framework|Dapper|MyBatis|Knex|Drizzle|Terragrunt|Bash|PowerShell|cron
      )\b
    `,
    unless: `${CODE} ${MODELS}`,
  },
  {
    pattern: regex('i')`
      \b(?:using|with|via|through|by|uses?|in)\s+(?:the\s+|a\s+|an\s+)?[\`"']?[\w.@/-]+[\`"']?\s+(?:
        library|npm package|package|framework|SDK|ORM|driver|middleware|module|subprocess|daemon|executable|
        binary|microservice
      )\b
    `,
    unless: `${CODE} library car train parcel post book`,
  },
  {
    pattern: regex()`
      \b[A-Za-z_][\w.]*\(\)|\b[a-z]+\.[a-z]+[A-Z]\w*|
      \b[A-Z][a-z]+(?:[A-Z][a-z]+)+\.(?!com\b|org\b|net\b|io\b|gov\b|edu\b|de\b|dev\b|app\b|ai\b)[a-z]\w*
    `,
    unless: CODE,
  },
  {
    pattern: regex()`
      \b[a-z]{2,}(?:[A-Z][a-z]+)+\b(?=
        \s+
        (?:event|method|function|hook|handler|webhook|callback|job|task|mutation|query|procedure|action|class)
      )
    `,
    unless: CODE,
  },
  {
    pattern: regex()`
      \b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:
        Service|Controller|Repository|Handler|Factory|Manager|Calculator|Helper|Impl|Worker|Dao|DAO|Provider|
        Processor|Adapter|Client|Module|Gateway|Resolver|Exception|Error|Engine|Store|Utils?
      )\b|
      \b(?!
        (?:
          Git|Linked|Whats|You|Pay|Hub|Tik|One|Share|Power|Quick|Java|Type|Word|Mail|Face|Snap|Drop|Sales|Click|
          Team|Sound|Door|Air|Master|Zen|Fresh|Type|Open|Data|Chat|Deep|Play|My|Mac|i
        )[A-Z]
      )[A-Z][a-z]+(?:[A-Z][a-z]+)+\s+
      (?:event|method|function|hook|handler|callback|job|task|mutation|procedure|class|RPC)s?\b|
      \b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:
        Created|Updated|Deleted|Changed|Added|Removed|Placed|Closed|Opened|Paid|Sent|Requested|Completed|
        Cancell?ed|Event|Dto|DTO|Mutation
      )\b(?<=[a-z][A-Z]\w*)
    `,
    unless: CODE,
  },
  {
    pattern: regex()`
      \b(?:the|a|an)\s+\`?[a-z]{2,}(?:[A-Z][a-z]+|_[a-z]+)+\`?\s+(?:
        functions?|methods?|class|module|procedures?|handler|callback|hook|columns?|fields?|flag|job|task|
        script|event|topic|queue
      )\b
    `,
    unless: CODE,
    onlyDescriptions: true,
  },
  {
    pattern: /\b(?:calls?|calling|invokes?|invoking)\s+(?:the\s+)?`?[a-z]+(?:_[a-z]+)+`?(?=[\s.,]|$)/,
    unless: `${CODE} tool`,
    onlyDescriptions: true,
  },
  {
    pattern: regex()`
      \b[\w-]+\.(?:
        tsx?|jsx?|mjs|py|rb|go|java|rs|php|sh|bash|cs|cpp|sql|kt|lua|ipynb|pkl|parquet|jar|dll|exe|wasm|proto|
        avro|onnx|joblib|toml|ini|conf|cfg
      )\b
    `,
    unless: `${CODE} path folder notebook document`,
  },
  {
    pattern: /\bg?RPCs?\b|\b(?:JSON|XML)-RPC\b|\bSOAP\s+\w+|\bprotobufs?\b|\bThrift\b|\bweb ?sockets?\b/i,
    unless: `${WEB} chain blockchain node ethereum socket soap`,
  },
  {
    pattern: regex('i')`
      \b(?:
        returns?|responds?(?: with)?|replies with|answers?(?: with)?|gives?|throws?|raises?|fails? with|
        status(?: code)?
      )\s+(?:an?\s+|the\s+|with\s+)?(?:HTTP\s+)?(?:status\s+)?(?:code\s+)?
      (?:20[0-4]|30[1-8]|40\d|41\d|42[2369]|50[0-4])(?=
        \s*(?:
          $|[.,;:)]|if\b|when\b|on\b|for\b|and\b|or\b|otherwise|Created|OK|Accepted|No Content|Not Found|Bad|
          Conflict|Forbidden|Unauthorized|Unprocessable|Too Many|Internal|errors?|responses?|status
        )
      )
    `,
    unless: WEB,
  },
  {
    pattern: regex('i')`
      \b(?:[45]\d\d|[45]xx)\s+(?:errors?|responses?|status(?:es)?|codes?)\b|
      \bHTTP\s+[1-5]\d\d\b|\b(?:status|response)\s+codes?\b
    `,
    unless: WEB,
  },
];
