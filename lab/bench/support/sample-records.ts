import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { statNames, weightClasses } from '../../../contracts/schemas/vocabulary.ts';
import { world } from '../../../contracts/world/index.ts';

export interface SampleSize {
  fighters: number;
  events: number;
  news: number;
  /** Default: a tenth of `news`. */
  media?: number;
  seed: number;
}

/** Random numbers that are the same for the same seed: mulberry32. */
function createDice(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (limit: number) => Math.floor(next() * limit);
  return {
    upTo,
    of: <T>(values: readonly T[]) => values[upTo(values.length)] as T,
    chance: (part: number) => next() < part,
  };
}

type Dice = ReturnType<typeof createDice>;

const countries =
  'USA JPN BRA ITA CAN NED AUS POL PER BLR NZL SWE FRA ARM DEN ESA TUR BAH KOR CHN CRO NGR SIN GUM RUS HAI GBR IRL CYP MEX';
const countryKeys = countries.split(' ');
const firstNames = ['Marta', 'Iker', 'Noa', 'Teo', 'Luz', 'Bruno', 'Ana', 'Hugo', 'Vera', 'Leo', 'Irene', 'Óscar'];
const syllables = ['va', 'ren', 'lo', 'mi', 'cas', 'tor', 'ñe', 'du', 'bel', 'ra', 'qui', 'sol', 'fer', 'na', 'gu'];
const words = {
  es: 'la pelea el asalto una esquina del combate con golpes precisos y derribos en la noche tras el pesaje ante su afición que espera otra victoria por decisión unánime desde el primer intercambio hasta la campana final'.split(
    ' ',
  ),
  en: 'the bout the round one corner of the fight with clean strikes and takedowns on the night after the weigh-in before a crowd that waits for another win by unanimous decision from the first exchange to the final bell'.split(
    ' ',
  ),
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Sentences of one length and language. Texts combine a few of them, since a new one for each takes long. */
const pools = new Map<string, string[]>();
const poolSize = 200;

function sentence({ of, upTo }: Dice, language: 'es' | 'en', length: number): string {
  const name = `${language} ${length}`;
  let pool = pools.get(name);
  if (!pool) {
    const roll = createDice(length);
    pool = Array.from({ length: poolSize }, () => {
      return capital(Array.from({ length }, () => roll.of(words[language])).join(' '));
    });
    pools.set(name, pool);
  }
  // Joins the start of one sentence and the end of another, so that few texts are equal.
  const [first, second] = [of(pool), of(pool)];
  const cut = first.indexOf(' ', upTo(first.length));
  const rest = second.indexOf(' ', cut);
  return cut < 0 || rest < 0 ? first : first.slice(0, cut) + second.slice(rest);
}

const both = (roll: Dice, length: number) => ({
  es_US: sentence(roll, 'es', length),
  en_US: sentence(roll, 'en', length),
});

const paragraphs = (roll: Dice, language: 'es' | 'en', count: number) =>
  Array.from({ length: count }, () => `<p>${sentence(roll, language, 45)}.</p>`).join('\n');

/** A moment in the twelve years before 2031, later for higher numbers. */
function momentOf(index: number, count: number): string {
  const [from, to] = [Date.UTC(2019, 0, 1), Date.UTC(2031, 0, 1)];
  const ms = from + Math.floor(((to - from) / Math.max(1, count)) * index);
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
const dayOf = (moment: string) => `${moment.slice(0, 10)}T00:00:00Z`;
const later = (moment: string, hours: number) =>
  `${new Date(Date.parse(moment) + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

function* fighters({ fighters: count, seed }: SampleSize) {
  const roll = createDice(seed);
  for (let id = 1; id <= count; id++) {
    const lastName = capital(`${roll.of(syllables)}${roll.of(syllables)}${roll.of(syllables)}`);
    const [wins, losses] = [roll.upTo(25), roll.upTo(12)];
    yield {
      id,
      statid: id + 10_000,
      first_name: roll.of(firstNames),
      last_name: lastName,
      nickname: roll.chance(0.5) ? capital(`${roll.of(syllables)}${roll.of(syllables)}`) : null,
      weight_class: weightClasses[id % weightClasses.length],
      title_holder: id <= weightClasses.length,
      fighter_status: roll.chance(0.8) ? 'Active' : 'NotFighting',
      rank: id <= weightClasses.length ? 'C' : id <= 180 ? String((id % 15) + 1) : null,
      wins,
      losses,
      draws: roll.upTo(2),
      ko_tko_wins: Math.floor(wins / 3),
      submission_wins: Math.floor(wins / 4),
      decision_wins: wins - Math.floor(wins / 3) - Math.floor(wins / 4),
      height: 62 + roll.upTo(16),
      weight: 115 + roll.upTo(120),
      reach: 64 + roll.upTo(16),
      thumbnail: `https://img.example.com/fighters/${id}/thumb.png`,
      profile_image: `https://img.example.com/fighters/${id}/profile.png`,
      left_full_body_image: `https://img.example.com/fighters/${id}/left.png`,
      right_full_body_image: `https://img.example.com/fighters/${id}/right.png`,
      link: `https://www.example.com/fighter/${lastName.toLowerCase()}-${id}`,
    };
  }
}

const fightsOnACard = 12;

function* events({ events: count, fighters: people, seed }: SampleSize) {
  const roll = createDice(seed + 1);
  for (let id = 1; id <= count; id++) {
    const start = momentOf(id, count);
    const fights =
      people < 2
        ? []
        : Array.from({ length: fightsOnACard }, (_, index) => {
            const first = 1 + roll.upTo(people);
            return {
              id: id * 100 + index,
              statid: 500_000 + id * 100 + index,
              fightcard_order: index + 1,
              fighter1_id: first,
              fighter2_id: (first % people) + 1,
              is_title_fight: index === 0,
              is_main_event: index === 0,
              is_prelim: index > 5,
              scheduled_rounds: index === 0 ? 5 : 3,
            };
          });
    yield {
      id,
      statid: 20_000 + id,
      event_date: dayOf(start),
      event_dategmt: start,
      end_event_dategmt: later(start, 6),
      base_title: `Noche ${id}`,
      subtitle: both(roll, 4),
      short_description: both(roll, 20),
      event_status: id < count ? 'POST_EVENT' : 'FINALIZED',
      arena: `Arena ${1 + roll.upTo(40)}`,
      location: `${capital(roll.of(syllables))}${roll.of(syllables)}`,
      feature_image: `https://img.example.com/events/${id}/feature.jpg`,
      ticketurl: `https://tickets.example.com/${id}`,
      ticket_general_sale_text: both(roll, 3),
      isppvevent: roll.chance(0.5),
      corner_audio_available: false,
      last_modified: start,
      url_name: `noche-${id}`,
      fights,
    };
  }
}

const mediaCount = ({ media, news }: SampleSize) => media ?? Math.ceil(news / 10);

function* newsRecords(size: SampleSize) {
  const { news: count, fighters: people, events: nights, seed } = size;
  const roll = createDice(seed + 2);
  const pictures = mediaCount(size);
  for (let id = 1; id <= count; id++) {
    const moment = momentOf(id, count);
    const about = people > 0 ? 1 + roll.upTo(people) : null;
    yield {
      id,
      title: both(roll, 8),
      introduction: both(roll, 24),
      content: { es_US: paragraphs(roll, 'es', 3), en_US: paragraphs(roll, 'en', 3) },
      author: `${roll.of(firstNames)} ${capital(roll.of(syllables))}${roll.of(syllables)}`,
      thumbnail: `https://img.example.com/news/${id}/thumb.jpg`,
      article_media_id: pictures > 0 && roll.chance(0.5) ? 1 + roll.upTo(pictures) : null,
      article_fighter_id: about,
      fighter_ids: about === null ? [] : [...new Set([about, 1 + roll.upTo(people)])],
      event_ids: nights > 0 ? [1 + roll.upTo(nights)] : [],
      related_ids: id > 3 ? [id - 1, id - 2, id - 3] : [],
      article_date: dayOf(moment),
      created: moment,
      published_start_date: moment,
      last_modified: moment,
      featured_news_category: roll.of(['Resultados', 'Entrevistas', 'Previa']),
      url_name: `articulo-${id}`,
      keyword_ids: [1 + roll.upTo(300), 1 + roll.upTo(300)],
    };
  }
}

function* mediaRecords(size: SampleSize) {
  const { fighters: people, events: nights, seed } = size;
  const roll = createDice(seed + 3);
  const count = mediaCount(size);
  for (let id = 1; id <= count; id++) {
    const moment = momentOf(id, count);
    const isVideo = roll.chance(0.6);
    yield {
      id,
      type: isVideo ? 'INTERNALVIDEO' : 'PHOTOGALLERY',
      title: both(roll, 6),
      description: both(roll, 20),
      thumbnail: `https://img.example.com/media/${id}/thumb.jpg`,
      mobile_stream_url: isVideo ? `https://video.example.com/${id}.m3u8` : null,
      mobile_video_url: isVideo ? `https://video.example.com/${id}.mp4` : null,
      media_date: dayOf(moment),
      created: moment,
      published_start_date: moment,
      last_modified: moment,
      url_name: `media-${id}`,
      fighter_ids: people > 0 ? [1 + roll.upTo(people)] : [],
      event_ids: nights > 0 ? [1 + roll.upTo(nights)] : [],
      highlight: roll.chance(0.2),
      photos: isVideo
        ? []
        : Array.from({ length: 4 }, (_, index) => ({
            id: id * 10 + index,
            media_id: id,
            gallery_order: index + 1,
            caption: both(roll, 5),
            path: `https://img.example.com/media/${id}/${index}.jpg`,
            thumbnail_path: `https://img.example.com/media/${id}/${index}-thumb.jpg`,
          })),
    };
  }
}

function* statRows({ fighters: people, seed }: SampleSize) {
  const roll = createDice(seed + 4);
  for (let id = 1; id <= people; id++) {
    const Born = roll.of(countryKeys);
    for (const stat of statNames) {
      const isTime = stat.startsWith('AvgFightTime');
      const Value = isTime
        ? `${1 + roll.upTo(14)}:${String(roll.upTo(60)).padStart(2, '0')}`
        : `${roll.upTo(90)}.${roll.upTo(10)}`;
      yield { statid: id + 10_000, stat, Value, Rank: id, Born };
    }
  }
}

/**
 * Raw records of every collection of a made-up archive, the same for the same size and seed. Later ids are newer.
 * Presenters and translations, of which an archive has few, are those of the sample world.
 */
export function sampleRecords(size: SampleSize): { [C in CollectionName]: Iterable<unknown> } {
  return {
    ...world,
    fighters: fighters(size),
    events: events(size),
    news: newsRecords(size),
    media: mediaRecords(size),
    octagon_girls: world.octagon_girls.map((record) => ({ ...record, octagon_girl_media_id: null })),
    alerts: [
      {
        id: 1,
        title: both(createDice(size.seed), 5),
        message: both(createDice(size.seed), 12),
        created: momentOf(1, 1),
      },
    ],
    pages: [
      { page: 'instructions', title: both(createDice(size.seed), 3), body: both(createDice(size.seed), 40) },
      { page: 'chat', enabled: false },
    ],
    stats: statRows(size),
  };
}
