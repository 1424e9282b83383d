// The functions that a query may call. None reads files, the network, other tables, settings or the server.

/** The words of a text. */
export const names = (text: string): readonly string[] => text.trim().split(/\s+/);

const AGGREGATES = names(`
  count sum avg min max any anyLast anyHeavy argMin argMax uniq uniqExact uniqCombined uniqCombined64
  uniqHLL12 groupArray groupUniqArray groupArraySample avgWeighted
  sumWithOverflow sumKahan median medianExact stddevPop stddevSamp varPop varSamp covarPop covarSamp corr
  skewPop skewSamp kurtPop kurtSamp entropy groupBitAnd groupBitOr groupBitXor deltaSum simpleLinearRegression
  first_value last_value boundingRatio rankCorr`);

/** Aggregates that take constants in brackets of their own: `quantile(0.9)(revenue)`. */
const PARAMETRIC = names(`
  quantile quantiles quantileExact quantilesExact quantileTDigest quantilesTDigest quantileTiming
  quantileExactWeighted quantileExactLow quantileExactHigh quantileExactInclusive quantileExactExclusive topK topKWeighted windowFunnel retention sequenceMatch sequenceCount histogram
  groupArray groupUniqArray groupArraySample groupArrayMovingSum groupArrayMovingAvg uniqUpTo
  exponentialMovingAverage uniqCombined quantilesTiming groupConcat groupArrayLast groupArraySorted`);

const COMBINATORS = names(
  `If Array Distinct OrNull OrDefault DistinctIf ArrayIf OrNullIf OrDefaultIf`,
);

/** Aggregates of the values of each key: what they end with is a combinator of the engine's, too. */
const OF_MAPS = names('sumMap minMap maxMap');

const WINDOW = names(`
  row_number rank dense_rank percent_rank cume_dist ntile lag lead lagInFrame leadInFrame nth_value`);

/** Called with several arguments, the first of them is a function. */
const HIGHER_ORDER = names(`
  arrayMap arrayFilter arrayCount arrayExists arrayAll arrayFirst arrayLast arrayFirstIndex arrayLastIndex
  arraySum arrayAvg arrayMin arrayMax arrayProduct arraySort arrayReverseSort arrayCumSum arrayCompact
  arrayDifference arrayFold mapFilter mapApply`);

// Not `in`, nor anything else that takes a table's name or a function's as an argument.
const SCALARS = names(`
  if multiIf ifNull nullIf coalesce isNull isNotNull assumeNotNull toNullable greatest least isFinite isNaN
  isInfinite ifNotFinite transform equals notEquals less greater lessOrEquals greaterOrEquals and or not xor

  plus minus multiply divide intDiv intDivOrZero modulo moduloOrZero negate abs sign round roundBankers floor
  ceil trunc sqrt cbrt exp exp2 exp10 log log2 log10 ln pow power sin cos tan asin acos atan atan2 pi e gcd
  lcm roundToExp2 roundDown width_bucket bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight rand

  toString toInt8 toInt16 toInt32 toInt64 toInt128 toInt256 toUInt8 toUInt16 toUInt32 toUInt64 toUInt128
  toUInt256 toFloat32 toFloat64 toDate toDate32 toDateTime toDateTime64 toBool toUUID toDecimal32 toDecimal64
  toDecimal128 toInt32OrZero toInt64OrZero toInt32OrNull toInt64OrNull toUInt64OrZero toUInt64OrNull
  toUInt256OrZero toUInt256OrNull toFloat64OrZero toFloat64OrNull toDateOrZero toDateOrNull toDateTimeOrZero
  toDateTimeOrNull toDecimal128OrNull toDecimal128OrZero toInt8OrZero toInt8OrNull toInt16OrZero toInt16OrNull
  toInt128OrZero toInt128OrNull toInt256OrZero toInt256OrNull toUInt8OrZero toUInt8OrNull toUInt16OrZero
  toUInt16OrNull toUInt32OrZero toUInt32OrNull toUInt128OrZero toUInt128OrNull toFloat32OrZero toFloat32OrNull
  toDate32OrZero toDate32OrNull toDateTime64OrZero toDateTime64OrNull toDecimal32OrZero toDecimal32OrNull
  toDecimal64OrZero toDecimal64OrNull toUUIDOrZero toUUIDOrNull parseDateTime parseDateTimeOrNull
  parseDateTimeOrZero parseDateTimeBestEffort
  parseDateTimeBestEffortOrNull parseDateTimeBestEffortOrZero parseDateTime64BestEffort
  parseDateTime64BestEffortOrNull toTypeName reinterpretAsUInt64

  now now64 today yesterday toYear toQuarter toMonth toWeek toISOWeek toISOYear toDayOfYear toDayOfMonth
  toDayOfWeek toHour toMinute toSecond toMillisecond toUnixTimestamp toUnixTimestamp64Milli fromUnixTimestamp
  fromUnixTimestamp64Milli toStartOfYear toStartOfQuarter toStartOfMonth toMonday toStartOfWeek toStartOfDay
  toStartOfHour toStartOfMinute toStartOfSecond toStartOfFiveMinutes toStartOfTenMinutes
  toStartOfFifteenMinutes toStartOfInterval toLastDayOfMonth toTime toTimeZone toYYYYMM toYYYYMMDD
  toYYYYMMDDhhmmss toYearWeek toRelativeDayNum toRelativeWeekNum toRelativeMonthNum toRelativeHourNum
  dateDiff dateTrunc addYears addQuarters addMonths addWeeks addDays addHours addMinutes
  addSeconds addDate subDate subtractYears subtractQuarters subtractMonths subtractWeeks subtractDays subtractHours
  subtractMinutes subtractSeconds formatDateTime dateName monthName makeDate makeDateTime age
  toIntervalSecond toIntervalMinute toIntervalHour toIntervalDay toIntervalWeek toIntervalMonth
  toIntervalQuarter toIntervalYear timeSlot

  length lengthUTF8 empty notEmpty lower upper lowerUTF8 upperUTF8 reverse reverseUTF8 concat
  concatWithSeparator substring substringUTF8 left right leftUTF8 rightUTF8 trimBoth trimLeft trimRight
  leftPad rightPad startsWith endsWith position positionUTF8 positionCaseInsensitive
  positionCaseInsensitiveUTF8 countSubstrings match like notLike ilike notILike extract extractAll
  extractGroups extractAllGroupsVertical locate countMatches replaceOne replaceAll replaceRegexpOne replaceRegexpAll replace splitByChar
  splitByString splitByRegexp arrayStringConcat format ascii char hex unhex base64Encode base64Decode
  tryBase64Decode isValidUTF8 toValidUTF8 initcap substringIndex encodeURLComponent decodeURLComponent
  hasToken repeat regexpExtract multiSearchAny multiSearchAnyCaseInsensitive countSubstringsCaseInsensitive
  splitByWhitespace splitByNonAlpha

  protocol domain domainWithoutWWW topLevelDomain path pathFull queryString fragment extractURLParameter
  extractURLParameters extractURLParameterNames cutToFirstSignificantSubdomain cutWWW cutQueryString
  cutFragment cutURLParameter port firstSignificantSubdomain netloc

  JSONHas JSONLength JSONType JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat
  JSONExtractBool JSONExtractRaw JSONExtractArrayRaw JSONExtractKeys JSONExtractKeysAndValuesRaw isValidJSON
  JSON_VALUE JSON_QUERY JSON_EXISTS simpleJSONHas simpleJSONExtractString simpleJSONExtractFloat
  simpleJSONExtractInt simpleJSONExtractUInt simpleJSONExtractBool simpleJSONExtractRaw toJSONString

  array tuple map tupleElement arrayElement range has hasAll hasAny indexOf countEqual arrayConcat arrayPushBack
  arrayPushFront arrayPopBack arrayPopFront arraySlice arrayReverse arrayDistinct arrayUniq arrayFlatten
  arrayZip arrayEnumerate arrayEnumerateUniq arrayIntersect arrayJoin arrayResize arrayWithConstant
  emptyArrayString mapKeys mapValues mapContains mapContainsKey mapFromArrays arrayElementOrNull

  cityHash64 sipHash64 xxHash64 murmurHash3_64 halfMD5 MD5 SHA1 SHA256 generateUUIDv4 UUIDStringToNum
  isIPv4String bar formatReadableQuantity formatReadableSize formatReadableTimeDelta`);

/** How names are found that ClickHouse takes in any letter case, or that other dialects know. */
const SYNONYMS: ReadonlyMap<string, string> = new Map(
  names(`
  any_value=any array_agg=groupArray array_to_string=arrayStringConcat bit_and=groupBitAnd bit_or=groupBitOr
  bit_xor=groupBitXor cardinality=length ceiling=ceil char_length=lengthUTF8 character_length=lengthUTF8
  concat_ws=concatWithSeparator covar_pop=covarPop covar_samp=covarSamp curdate=today current_date=today
  current_timestamp=now date=toDate date_bin=toStartOfInterval date_format=formatDateTime date_trunc=dateTrunc
  day=toDayOfMonth dayofmonth=toDayOfMonth dayofweek=toDayOfWeek dayofyear=toDayOfYear
  domain_without_www=domainWithoutWWW flatten=arrayFlatten from_base64=base64Decode
  from_unixtime=fromUnixTimestamp hour=toHour instr=positionCaseInsensitive last_day=toLastDayOfMonth
  lcase=lower localtimestamp=now lpad=leftPad ltrim=trimLeft map_from_arrays=mapFromArrays max_by=argMax
  medianexactweighted=quantileExactWeighted mediantdigest=quantileTDigest mediantiming=quantileTiming
  mid=substring millisecond=toMillisecond min_by=argMin minute=toMinute mod=modulo month=toMonth
  quarter=toQuarter regexp_extract=regexpExtract regexp_matches=match regexp_replace=replaceRegexpAll
  regexp_substr=regexpExtract rpad=rightPad rtrim=trimRight second=toSecond std=stddevPop stddev=stddevSamp
  stddev_pop=stddevPop stddev_samp=stddevSamp string_agg=groupConcat substr=substring substring_index=substringIndex
  time_bucket=toStartOfInterval to_base64=base64Encode trim=trimBoth truncate=trunc ucase=upper
  unnest=arrayJoin var_pop=varPop var_samp=varSamp visitparamextractbool=simpleJSONExtractBool
  visitparamextractfloat=simpleJSONExtractFloat visitparamextractint=simpleJSONExtractInt
  visitparamextractraw=simpleJSONExtractRaw visitparamextractstring=simpleJSONExtractString
  visitparamextractuint=simpleJSONExtractUInt visitparamhas=simpleJSONHas week=toWeek year=toYear
  yearweek=toYearWeek`).map((pair) => pair.split('=') as [string, string]),
);

const withCombinators = (aggregates: readonly string[]): readonly string[] =>
  aggregates.flatMap((name) => [name, ...COMBINATORS.map((combinator) => name + combinator)]);

const parametric = new Set(withCombinators(PARAMETRIC));
const higherOrder = new Set(HIGHER_ORDER);
const windowed = new Set([
  ...WINDOW,
  ...withCombinators([...AGGREGATES, ...PARAMETRIC, ...OF_MAPS]),
]);
const byLowerCase = new Map(
  [...SCALARS, ...HIGHER_ORDER, ...windowed].map((name) => [name.toLowerCase(), name] as const),
);

/** The engine's name of an allowed function; `undefined` for any other. */
export const functionNamed = (name: string): string | undefined => {
  const lower = name.toLowerCase();
  return byLowerCase.get(lower) ?? SYNONYMS.get(lower);
};

/** Whether it takes constants in brackets of their own before its arguments. */
export const isParametric = (name: string): boolean => parametric.has(name);

/** Whether it may be followed by OVER, FILTER, or take DISTINCT. */
export const isWindowed = (name: string): boolean => windowed.has(name);

/** Whether the first of several arguments is a function. */
export const takesFunction = (name: string): boolean => higherOrder.has(name);

/** Every allowed name without combinators, for a test against the engine's own list. */
export const ALLOWED_FUNCTIONS: readonly string[] = [
  ...new Set([
    ...[...AGGREGATES, ...PARAMETRIC, ...WINDOW, ...SCALARS, ...HIGHER_ORDER],
    ...SYNONYMS.values(),
  ]),
];
