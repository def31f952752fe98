/**
 * All texts of the page that do not come from the service.
 *
 * @typedef {typeof english} Words
 */

/** @type {Record<string, string>} */
const englishActions = {
  Intro: 'Introduction',
  Walkout: 'Walkout',
  Enter_Cage: 'Enters the cage',
  ToT: 'Tale of the tape',
  Staredown: 'Staredown',
  Hero: 'Portrait',
  Fight_Open: 'The fight is on',
  Round_Start: 'Round starts',
  Round_End: 'Round ends',
  Checkpoint: 'Time check',
  Striking: 'Strike',
  Grappling: 'Grappling',
  Takedown: 'Takedown',
  KD: 'Knockdown',
  Submission: 'Submission attempt',
  Fight_Over: 'The fight is over',
  Results: 'The result is announced',
  Winner_Interview: 'Interview with the winner',
  Fight_Complete: 'Fight complete',
};

/** @type {Record<string, string>} */
const spanishActions = {
  Intro: 'Presentación',
  Walkout: 'Camino a la jaula',
  Enter_Cage: 'Entra en la jaula',
  ToT: 'Comparación de medidas',
  Staredown: 'Careo',
  Hero: 'Retrato',
  Fight_Open: 'Empieza la pelea',
  Round_Start: 'Empieza el asalto',
  Round_End: 'Termina el asalto',
  Checkpoint: 'Control de tiempo',
  Striking: 'Golpe',
  Grappling: 'Lucha',
  Takedown: 'Derribo',
  KD: 'Caída por golpe',
  Submission: 'Intento de sumisión',
  Fight_Over: 'Termina la pelea',
  Results: 'Se anuncia el resultado',
  Winner_Interview: 'Entrevista al ganador',
  Fight_Complete: 'Pelea completa',
};

const english = {
  locale: 'en',
  board: 'Board',
  language: 'Language',
  blue: 'Blue corner',
  red: 'Red corner',
  winner: 'Winner',
  votes: 'Audience votes',
  scores: 'Fan scorecards',
  roundHead: 'Round',
  cards: 'Cards',
  sum: 'Sum',
  statistics: 'Statistics',
  action: 'Action',
  card: 'Card',
  judges: 'Judges',
  momentum: 'Momentum',
  vote: 'Vote with your phone',
  share: 'Save as picture',
  voteLater: 'Voting opens with the next round.',
  voteClosed: 'Voting on this round has ended.',
  notVoted: 'The vote did not arrive. Try again.',
  champion: 'Champion',
  tale: 'Tale of the tape',
  tape: { age: 'Age', height: 'Height', weight: 'Weight', reach: 'Reach', stance: 'Stance' },
  loading: 'Loading…',
  failing: 'The service does not answer. Trying again…',
  noSuchEvent: 'This event does not exist.',
  nothingLive: 'Nothing is live right now',
  nextEvent: 'Next event',
  noEvent: 'No event is announced.',
  waiting: 'Waiting for the first fight',
  starting: 'About to start',
  over: 'Final',
  eventOver: 'The event is over',
  upcoming: 'Upcoming',
  noResult: 'No result',
  draw: 'Draw',
  noContest: 'No contest',
  live: 'Live',
  night: 'Fight night of the mock',
  speed: 'Speed',
  timeOfNight: 'Time of the night',
  transport: { stopped: 'Play a fight night', playing: 'Pause', paused: 'Play', over: 'Play again' },
  title: 'Title fight',
  unknown: 'To be determined',
  open: 'open',
  decision: 'Decision',
  toJudges: 'Waiting for the decision',
  submission: 'Submission',
  connection: {
    connecting: 'Connecting…',
    live: 'Live',
    polling: 'Updating',
    reconnecting: 'Reconnecting…',
    idle: 'Not live',
  },
  /** @param {number} n @param {number} of 0: unknown */
  round: (n, of) => (of ? `Round ${n} of\u00a0${of}` : `Round ${n}`),
  /** @param {number} n */
  breakAfter: (n) => `Break after round ${n}`,
  /** @param {number} n */
  inRound: (n) => `round ${n}`,
  /** @param {number} n */
  whoWins: (n) => `Who wins round ${n}?`,
  /** @param {number} n @param {string} name */
  voted: (n, name) => `Your vote for round ${n}: ${name}`,
  /** @param {number} inches of a fighter */
  height: (inches) => `${Math.floor(inches / 12)}′ ${inches % 12}″`,
  /** @param {number} inches */
  reach: (inches) => `${inches}″`,
  /** @param {number} pounds */
  weight: (pounds) => `${pounds} lb`,
  /** Where they are not those of the feed. @type {Record<string, string>} */
  stances: {},
  /** @param {string} blue @param {number} blueMinutes @param {string} red @param {number} redMinutes */
  led: (blue, blueMinutes, red, redMinutes) =>
    `Minutes with more actions: ${blue} ${blueMinutes}, ${red} ${redMinutes}`,
  /** @param {number} n */
  voteCount: (n) => `${n.toLocaleString('en')} ${n === 1 ? 'vote' : 'votes'}`,
  /** @param {string} blue @param {string} red shares @param {number} n */
  audienceVotes: (blue, red, n) => `Votes ${blue}\u00a0–\u00a0${red} (${n.toLocaleString('en')})`,
  /** @param {string} landed @param {string} attempts */
  landedOf: (landed, attempts) => `${landed} of ${attempts}`,
  statistic: {
    strikes: 'Significant strikes',
    takedowns: 'Takedowns',
    knockdowns: 'Knockdowns',
    control: 'Control time',
  },
  actions: englishActions,
};

/** @type {Words} */
const spanish = {
  locale: 'es',
  board: 'Tablero',
  language: 'Idioma',
  blue: 'Esquina azul',
  red: 'Esquina roja',
  winner: 'Gana',
  votes: 'Votos del público',
  scores: 'Tarjetas del público',
  roundHead: 'Asalto',
  cards: 'Tarjetas',
  sum: 'Suma',
  statistics: 'Estadísticas',
  action: 'Acción',
  card: 'Cartelera',
  judges: 'Jueces',
  momentum: 'Dominio',
  vote: 'Vota con tu teléfono',
  share: 'Guardar como imagen',
  voteLater: 'La votación abre con el próximo asalto.',
  voteClosed: 'La votación de este asalto terminó.',
  notVoted: 'El voto no llegó. Inténtalo otra vez.',
  champion: 'Campeón',
  tale: 'Medidas',
  tape: { age: 'Edad', height: 'Altura', weight: 'Peso', reach: 'Alcance', stance: 'Guardia' },
  loading: 'Cargando…',
  failing: 'El servicio no responde. Se reintenta…',
  noSuchEvent: 'Este evento no existe.',
  nothingLive: 'No hay nada en vivo en este momento',
  nextEvent: 'Próximo evento',
  noEvent: 'No hay eventos anunciados.',
  waiting: 'A la espera de la primera pelea',
  starting: 'Por empezar',
  over: 'Final',
  eventOver: 'El evento terminó',
  upcoming: 'Por venir',
  noResult: 'Sin resultado',
  draw: 'Empate',
  noContest: 'Sin decisión',
  live: 'En vivo',
  night: 'Velada del mock',
  speed: 'Velocidad',
  timeOfNight: 'Momento de la velada',
  transport: { stopped: 'Iniciar una velada', playing: 'Pausa', paused: 'Seguir', over: 'Repetir' },
  title: 'Pelea por el título',
  unknown: 'Por definir',
  open: 'abierto',
  decision: 'Decisión',
  toJudges: 'A la espera de la decisión',
  submission: 'Sumisión',
  connection: {
    connecting: 'Conectando…',
    live: 'En vivo',
    polling: 'Actualizando',
    reconnecting: 'Reconectando…',
    idle: 'Sin transmisión',
  },
  round: (n, of) => (of ? `Asalto ${n} de\u00a0${of}` : `Asalto ${n}`),
  breakAfter: (n) => `Descanso tras el asalto ${n}`,
  inRound: (n) => `asalto ${n}`,
  whoWins: (n) => `¿Quién gana el asalto ${n}?`,
  voted: (n, name) => `Tu voto del asalto ${n}: ${name}`,
  height: (inches) => `${Math.round(inches * 2.54)} cm`,
  reach: (inches) => `${Math.round(inches * 2.54)} cm`,
  weight: (pounds) => `${Math.round(pounds * 0.4536)} kg`,
  stances: { Orthodox: 'Ortodoxa', Southpaw: 'Zurda', Switch: 'Ambas' },
  led: (blue, blueMinutes, red, redMinutes) => `Minutos con más acciones: ${blue} ${blueMinutes}, ${red} ${redMinutes}`,
  voteCount: (n) => `${n.toLocaleString('es')} ${n === 1 ? 'voto' : 'votos'}`,
  audienceVotes: (blue, red, n) => `Votos ${blue}\u00a0–\u00a0${red} (${n.toLocaleString('es')})`,
  landedOf: (landed, attempts) => `${landed} de ${attempts}`,
  statistic: {
    strikes: 'Golpes significativos',
    takedowns: 'Derribos',
    knockdowns: 'Caídas por golpe',
    control: 'Tiempo de control',
  },
  actions: spanishActions,
};

/**
 * The language in the URL, or else the first language of the browser that the page has, or else English.
 *
 * @param {string | null} requested
 * @param {readonly string[]} preferred
 */
export function wordsFor(requested, preferred) {
  const languages = [requested ?? '', ...preferred].map((tag) => tag.slice(0, 2).toLowerCase());
  return languages.find((tag) => tag === 'es' || tag === 'en') === 'es' ? spanish : english;
}
