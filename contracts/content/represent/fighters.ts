import type { Family } from '../../families.ts';
import {
  Champion,
  ChampionV1,
  Fighter,
  FighterDetail,
  FighterDetailV1,
  FighterV1,
  type TitleHolder,
  type TitleHolderV1,
  VacantTitle,
  VacantTitleV1,
} from '../../schemas/fighters.ts';
import { titleHolderOrder, type WeightClass } from '../../schemas/vocabulary.ts';
import { folded } from '../collections/collection.ts';
import type { FighterRecord } from '../collections/fighters.ts';
import { defaultWebsite, type Settings, type Website } from '../settings.ts';
import { cut } from './cut.ts';

/** A picture of the fighter, or the placeholder. */
export const profileImage = (record: FighterRecord, { placeholderImage }: Website) =>
  record.profile_image ?? placeholderImage;

/** Address of the fighter's page; without a link in the record, a page on the website of `notFoundPage`. */
function linkOf({ link, first_name, last_name, id }: FighterRecord, { notFoundPage }: Website) {
  if (link !== undefined) return link;
  const slug = folded(`${first_name} ${last_name}`)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return new URL(`/fighter/${slug || id}`, notFoundPage).href;
}

/** Members that records from lists of version 1 may lack. */
const filled = (record: FighterRecord, website: Website) => ({
  profile_image: profileImage(record, website),
  link: linkOf(record, website),
});

export function fighter<F extends Family>(record: FighterRecord, family: F, website = defaultWebsite) {
  const reply =
    family === 'v3' ? cut(Fighter, record, family, filled(record, website)) : cut(FighterV1, record, family);
  return reply as { v3: Fighter; v1: FighterV1 }[F];
}

export function fighterDetail<F extends Family>(record: FighterRecord, family: F, website = defaultWebsite) {
  const reply =
    family === 'v3'
      ? cut(FighterDetail, record, family, filled(record, website))
      : cut(FighterDetailV1, record, family);
  return reply as { v3: FighterDetail; v1: FighterDetailV1 }[F];
}

type Row = TitleHolder | TitleHolderV1;

/** A holder's row in the list of title holders: without the pound-for-pound rank, always with a belt. */
export function titleHolder(record: FighterRecord, family: Family, settings: Settings): Row {
  const overrides = {
    rank: 'C' as const,
    pound_for_pound_rank: null,
    belt_thumbnail: record.belt_thumbnail ?? settings.placeholderImage,
  };
  return family === 'v3'
    ? cut(Champion, record, family, { ...filled(record, settings), ...overrides })
    : cut(ChampionV1, record, family, overrides);
}

/**
 * The placeholder row of a division without a holder.
 *
 * @see wire specification 5, title_holders
 */
function vacantTitle(division: WeightClass, family: Family, settings: Settings): Row {
  const row = {
    id: null,
    nickname: null,
    wins: 0,
    losses: 0,
    draws: 0,
    statid: null,
    last_name: null,
    first_name: { es_US: 'Por definir', en_US: 'To be determined' },
    weight_class: division,
    title_holder: true,
    fighter_status: null,
    rank: null,
    pound_for_pound_rank: null,
    belt_thumbnail: settings.placeholderImage,
    profile_image: settings.placeholderImage,
    link: settings.notFoundPage,
  };
  return family === 'v3' ? cut(VacantTitle, row, family) : cut(VacantTitleV1, row, family);
}

/**
 * The list of title holders: one row per division, vacant divisions last.
 *
 * @param holders the records of the list `title_holders`, in its order; of several in a division the first counts.
 */
export function titleHolders(holders: readonly FighterRecord[], family: Family, settings: Settings): Row[] {
  const byDivision = new Map(holders.toReversed().map((record) => [record.weight_class, record]));
  const holding = titleHolderOrder.flatMap((division) => byDivision.get(division) ?? []);
  const vacant = titleHolderOrder.filter((division) => !byDivision.has(division));
  return [
    ...holding.map((record) => titleHolder(record, family, settings)),
    ...vacant.map((division) => vacantTitle(division, family, settings)),
  ];
}
