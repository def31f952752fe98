import { both, type Raw } from '../text.ts';

/** Scores of one judge, the winner's first; of a draw, fighter 1's first. */
const judge = (JudgeID: string, name: string, WinnerScore: string, LoserScore: string): Raw => {
  const [JudgeFirstName, JudgeLastName] = name.split(' ');
  return { WinnerScore, LoserScore, JudgeID, JudgeFirstName, JudgeLastName };
};

const wonBy = (winner: 1 | 2): Raw => ({ fighter1_is_winner: winner === 1, fighter2_is_winner: winner === 2 });

const ended = (round: string, time: string): Raw => ({ ending_round_number: round, ending_time: time });

/** The card of the live event, as it was before the first fight but for the one that has ended. */
export const liveCard: readonly Raw[] = [
  {
    id: 88001,
    statid: 6411,
    fightcard_order: 1,
    fighter1_id: 3107,
    fighter2_id: 3112,
    is_title_fight: true,
    is_main_event: true,
    scheduled_rounds: 5,
    fight_description: both('Título ligero', 'Lightweight title'),
    fighter1odds: '-140',
    fighter2odds: 120,
  },
  {
    id: 88002,
    statid: 6412,
    fightcard_order: 2,
    fighter1_id: 3120,
    fighter2_id: 3121,
    is_title_fight: true,
    scheduled_rounds: 5,
    fight_description: both('Título gallo femenino', "Women's bantamweight title"),
  },
  { id: 88003, statid: 6413, fightcard_order: 3, fighter1_id: 3115, fighter2_id: 3116, scheduled_rounds: 3 },
  // Added this week: the supplier does not have the bout yet.
  { id: 88004, fightcard_order: 4, fighter1_id: 3135, fighter2_id: 3136, is_prelim: true, scheduled_rounds: 3 },
  {
    id: 88005,
    statid: 6415,
    fightcard_order: 5,
    fighter1_id: 3103,
    fighter2_id: 3104,
    is_prelim: true,
    scheduled_rounds: 3,
  },
  {
    id: 88006,
    statid: 6416,
    fightcard_order: 6,
    fighter1_id: 3130,
    fighter2_id: 3131,
    is_prelim: true,
    scheduled_rounds: 3,
    ...wonBy(1),
    ...ended('1', '3:41'),
    result: {
      Method: 'Submission',
      EndingRound: '1',
      EndingTime: '3:41',
      Submission: 'Guillotine Choke',
      EndPosition: 'From Guard',
      FightOfTheNight: null,
      Scores: [],
    },
  },
];

/** The card of the past event; the weights and records of that day are in the fight itself. */
export const pastCard: readonly Raw[] = [
  {
    id: 87001,
    statid: 6301,
    fightcard_order: 1,
    fighter1_id: 3101,
    fighter2_id: 3102,
    is_title_fight: true,
    is_main_event: true,
    fight_description: both('Título pesado', 'Heavyweight title'),
    fighter1weight: 251,
    fighter1record: '16-1-0',
    fighter1_wins: 16,
    fighter2weight: 244,
    fighter2_losses: 3,
    ...wonBy(1),
    ...ended('2', '3:15'),
    result: {
      Method: 'KO/TKO',
      EndingRound: '2',
      EndingTime: '3:15',
      EndStrike: 'Punch',
      EndTarget: 'Head',
      EndPosition: 'At Distance',
      FightOfTheNight: false,
      Scores: [],
    },
  },
  {
    id: 87002,
    statid: 6302,
    fightcard_order: 2,
    fighter1_id: 3125,
    fighter2_id: 3124,
    is_title_fight: true,
    fight_description: both('Título paja femenino', "Women's strawweight title"),
    fighter2_rank: '1',
    ...wonBy(1),
    ...ended('5', '5:00'),
    result: {
      Method: 'Decision - Unanimous',
      EndingRound: '5',
      EndingTime: '5:00',
      FightOfTheNight: true,
      Scores: [
        judge('17', 'Eva Jurado', '49', '46'),
        judge('19', 'Tomás Tarjeta', '48', '47'),
        judge('21', 'Olga Puntos', '49', '46'),
      ],
    },
  },
  {
    id: 87003,
    statid: 6303,
    fightcard_order: 3,
    fighter1_id: 3103,
    fighter2_id: 3104,
    fighter1_is_winner: false,
    fighter2_is_winner: false,
    ...ended('3', '5:00'),
    result: {
      Method: 'Decision - Split',
      EndingRound: '3',
      EndingTime: '5:00',
      EndNotes: 'Draw',
      FightOfTheNight: false,
      Scores: [
        judge('17', 'Eva Jurado', '29', '28'),
        judge('19', 'Tomás Tarjeta', '28', '29'),
        judge('21', 'Olga Puntos', '28', '28'),
      ],
    },
  },
  {
    id: 87004,
    statid: 6304,
    fightcard_order: 4,
    fighter1_id: 3136,
    fighter2_id: 3131,
    is_prelim: true,
    ...wonBy(2),
    ...ended('2', '1:08'),
    result: {
      Method: 'Submission',
      EndingRound: '2',
      EndingTime: '1:08',
      Submission: 'Rear Naked Choke',
      EndPosition: 'From Back Control',
      FightOfTheNight: false,
      Scores: [],
    },
  },
  {
    // A no contest: neither fighter has won or lost.
    id: 87005,
    statid: 6305,
    fightcard_order: 5,
    fighter1_id: 3116,
    fighter2_id: 3115,
    is_prelim: true,
    fight_description: both('Sin resultado', 'No contest'),
    // His averages of that night are unknown, and those of today would be wrong.
    fighter2_slpm: null,
    ...ended('1', '2:37'),
    result: {
      Method: 'Could Not Continue',
      EndingRound: '1',
      EndingTime: '2:37',
      EndNotes: 'Accidental clash of heads',
      FightOfTheNight: false,
      Scores: [],
    },
  },
  // Its result was never delivered.
  { id: 87006, statid: 6306, fightcard_order: 6, fighter1_id: 3130, fighter2_id: 3135, is_prelim: true },
];

export const upcomingCard: readonly Raw[] = [
  {
    // The champion will fight; the opponent is unknown.
    id: 89001,
    fightcard_order: 1,
    fighter1_id: 3101,
    fighter2_id: 0,
    is_title_fight: true,
    is_main_event: true,
    fight_description: both('Título pesado', 'Heavyweight title'),
  },
  {
    id: 89002,
    fightcard_order: 2,
    fighter1_id: 0,
    fighter2_id: 3136,
    fight_description: both('Rival por anunciar', 'Opponent to be announced'),
  },
];
