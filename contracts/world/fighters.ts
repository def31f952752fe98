import { both, cells, filled, image, type Raw } from './text.ts';

/**
 * Statid, names, wins-losses-draws, division, rank (C: champion) and rank among all divisions, birthday, wins by knock-out,
 * submission and decision, inches, pounds, reach in inches, and the images beyond the usual ones. 3135 was signed this
 * week: the supplier has no id for him yet, and his record is unknown.
 */
const people = cells(`
3101 | 1801 | Bruno  | Álamo     | Roble     | 17-1-0 | Heavyweight        | C  | 2 | 1998-05-30 | 13 | 1 | 3  | 76 252 80 | belt L R
3102 | 1802 | Iván   | Quimera   |           | 12-4-1 | Heavyweight        | 1  |   | 1996-09-12 | 8  | 2 | 2  | 75 246 78 | L
3103 | 1803 | Darío  | Fábula    | El Cuento | 15-3-1 | Light_Heavyweight  | 1  |   | 1997-01-04 | 7  | 2 | 6  | 74 205 77 | L R
3104 | 1804 | Otto   | Boceto    |           | 13-2-1 | Light_Heavyweight  | 2  |   | 1995-11-23 | 4  | 5 | 4  | 75 206 79 | L R
3107 | 1822 | Marcos | Ejemplo   | El Zorro  | 14-2-0 | Lightweight        | C  | 1 | 1999-02-11 | 6  | 3 | 5  | 71 155 74 | belt L R
3112 | 1830 | Leo    | Supuesto  | Quizás    | 18-3-0 | Lightweight        | 1  |   | 1997-07-19 | 3  | 9 | 6  | 70 156 72 | L R
3115 | 1834 | Nando  | Modelo    |           | 10-5-0 | Welterweight       | 3  |   | 2000-03-08 |    |   | 10 | 72 170 75 |
3116 | 1835 | Abel   | Prueba    |           | 7-1-0  | Welterweight       | 12 |   |            | 5  | 0 | 2  | 73 171 76 |
3130 | 1851 | Hugo   | Borrador  |           | 8-1-0  | Bantamweight       | 8  |   | 2003-06-21 | 2  | 5 | 1  | 68 135 69 |
3131 | 1852 | Teo    | Plantilla |           | 9-4-0  | Bantamweight       | 11 |   | 2001-01-17 | 1  | 6 | 2  | 66 136 67 |
3135 |      | Saúl   | Incógnito |           |        |                    |    |   |            |    |   |    |           |
3136 | 1858 | Ciro   | Ensayo    |           | 6-3-0  | Flyweight          | 9  |   | 2002-02-02 | 1  | 1 | 4  | 65 125 66 |
3120 | 1841 | Rita   | Leyenda   | La Épica  | 11-0-0 | Women_Bantamweight | C  | 3 | 2001-10-02 | 4  | 2 | 5  | 66 135 67 | belt L R
3121 | 1842 | Noa    | Maqueta   |           | 9-2-0  | Women_Bantamweight | 2  |   | 2000-12-15 | 1  | 4 | 4  | 67 134 68 | R
3124 | 1846 | Ada    | Esbozo    | Trazo     | 12-6-0 | Women_Strawweight  |    |   | 1993-04-27 | 2  | 4 | 6  | 63 115 63 | belt
3125 | 1847 | Lía    | Ñandubay  |           | 16-2-0 | Women_Strawweight  | C  | 5 | 1998-08-08 | 3  | 3 | 10 | 64 115 65 | belt L R
`);

/** City, state, country and strengths, the last two in Spanish and English. */
const homes = cells(`
3101 | Monterrey   | Nuevo León | México         | Mexico        | Potencia           | Power
3102 | Sofía       |            | Bulgaria       | Bulgaria      |                    |
3103 | Córdoba     |            | Argentina      | Argentina     | Patadas, distancia | Kicks, distance
3104 | Gotemburgo  |            | Suecia         | Sweden        |                    |
3107 | Lima        |            | Perú           | Peru          | Boxeo, lucha       | Boxing, wrestling
3112 | Recife      | Pernambuco | Brasil         | Brazil        | Jiu-jitsu          | Jiu-jitsu
3115 | Toronto     | Ontario    | Canadá         | Canada        |                    |
3116 | Miami       | Florida    | Estados Unidos | United States |                    |
3130 | Utrecht     |            | Países Bajos   | Netherlands   |                    |
3131 | Osaka       |            | Japón          | Japan         |                    |
3136 | Varsovia    |            | Polonia        | Poland        |                    |
3120 | Guadalajara | Jalisco    | México         | Mexico        | Ritmo              | Pace
3121 | Perth       |            | Australia      | Australia     |                    |
3124 | Dublín      |            | Irlanda        | Ireland       |                    |
3125 | Auckland    |            | Nueva Zelanda  | New Zealand   |                    |
`);

/** Career averages in the order of `averageNames`; null: unknown. */
const averages = cells(`
3101 | 6:20  | 4.6 | 52.4  | 2.9 | 58.1 | 0.4 | 33.3 | 81.0 | 1.3 | 0.1
3102 | 8:02  | 3.9 | 47.0  | 3.6 | 51.2 | 0.9 | 40.0 | 66.0 | 0.8 | 0.2
3103 | 9:51  | 4.2 | 48.9  | 2.8 | null | 1.0 | null | null | 0.6 | 0.3
3104 | 10:14 | 3.3 | 44.1  | 3.0 | 55.5 | 2.4 | 47.6 | 70.1 | 0.3 | 0.9
3107 | 9:51  | 5.1 | 45.11 | 3.1 | 60.2 | 2.2 | 50.0 | 77.8 | 0.7 | 0.6
3112 | 6:32  | 3.8 | 46.2  | 2.7 | 57.0 | 3.1 | 44.4 | 69.2 | 0.2 | 1.7
3115 | 13:40 | 4.0 | 43.0  | 4.1 | 54.0 | 0.7 | 28.6 | 61.5 | 0.1 | 0.0
3130 | 5:48  | 3.0 | 50.5  | 2.2 | 59.4 | 3.4 | 48.1 | 60.0 | 0.3 | 2.1
3131 | 7:27  | 2.6 | 42.3  | 2.9 | 53.8 | 1.9 | 36.4 | 55.0 | 0.0 | 1.4
3120 | 11:05 | 6.0 | 49.7  | 2.5 | 64.3 | 1.8 | 52.9 | 88.0 | 0.5 | 0.4
3121 | 9:12  | 3.5 | 41.8  | 3.3 | 52.6 | 2.0 | 38.5 | 58.3 | 0.1 | 1.1
3125 | 14:02 | 5.4 | 47.5  | 3.4 | 61.9 | 1.5 | 41.2 | 72.7 | 0.2 | 0.3
`);
const averageNames = cells(
  'SLpM|StrikingAccuracy|SApM|StrikingDefense|TakedownAverage|TakedownAccuracy|TakedownDefense|KDAverage|SubmissionsAverage',
)[0] as string[];

const ofLightweights: Raw = {
  avg_SLpM: 3.4,
  max_SLpM: 6.1,
  avg_SApM: 3.1,
  max_SApM: 5.8,
  avg_TD: 1.6,
  max_TD: 4.2,
  avg_submission_attempts: 0.5,
  max_submission_attempts: 2.3,
};

const bout = (statid: string, [event, day]: [string, string], [ko, submission, performance]: number[], more: Raw) => ({
  statid,
  Event: { Name: event, Date: day },
  KOOfTheNight: ko,
  SubmissionOfTheNight: submission,
  PerformanceOfTheNight: performance,
  ...more,
});

const careers: Readonly<Record<string, readonly Raw[]>> = {
  3101: [
    bout('6301', ['Noche 40', '2031-02-08'], [1, 0, 0], {
      WeighIn: '251.0',
      WeightClass: { Description: 'Heavyweight' },
      Result: {
        OutcomeID: '1',
        Outcome: 'Win',
        EndingRound: '2',
        EndingTime: '3:15',
        Method: 'KO/TKO',
        FightOfTheNight: '0',
        EndStrike: 'Punch',
      },
      Opponent: { statid: '1802', FirstName: 'Iván', LastName: 'Quimera', profile_image: image('f/3102_profile.png') },
    }),
  ],
  3107: [
    bout('6188', ['Noche 38', '2030-11-03'], [0, 1, 1], {
      WeighIn: '155.0',
      WeightClass: { Description: 'Lightweight' },
      Result: {
        OutcomeID: '1',
        Outcome: 'Win',
        EndingRound: '2',
        EndingTime: '3:15',
        Method: 'Submission',
        FightOfTheNight: '1',
        Submission: 'Rear Naked Choke',
        EndStrike: null,
      },
      Opponent: {
        statid: '1790',
        FirstName: 'Raúl',
        LastName: 'Antaño',
        NickName: 'El Reloj',
        Weight: '155',
        WeighIn: '155.5',
        PerformanceOfTheNight: '0',
        SubmissionOfTheNight: '0',
        KOOfTheNight: '0',
        profile_image: image('f/antano_profile.png'),
      },
    }),
    bout('5907', ['Noche 33', '2030-03-16'], [0, 0, 0], {
      WeightClass: { Description: 'Catch Weight' },
      Result: { Outcome: 'No Contest' },
      Opponent: { statid: '1777', FirstName: 'Félix', LastName: 'Remoto' },
    }),
  ],
};

const number = (cell = '') => (cell === '' ? '' : Number(cell));
const rowOf = (table: readonly string[][], id: string): string[] => table.find(([own]) => own === id)?.slice(1) ?? [];

function residence(id: string): Raw {
  const [city, state, es = '', en = '', strength = '', strengthInEnglish = ''] = rowOf(homes, id);
  return city === undefined
    ? {}
    : {
        city_residing: city,
        state_residing: state,
        country_residing: both(es, en),
        ...(strength && { strengths: both(strength, strengthInEnglish) }),
      };
}

/** Body in inches, pounds and kilograms. */
function body(measures: string): Raw {
  if (measures === '') return {};
  const [height = 0, weight = 0, reach] = measures.split(' ').map(Number);
  const height_ft = `${Math.floor(height / 12)}' ${height % 12}"`;
  return { height, height_ft, weight, weight_kg: Math.round(weight * 4.53592) / 10, reach };
}

function averagesOf(id: string): Raw {
  const [time, ...values] = rowOf(averages, id);
  if (time === undefined) return {};
  const [minutes = 0, seconds = 0] = time.split(':').map(Number);
  return {
    AverageFightTime: time,
    AverageFightTime_Seconds: `${minutes * 60 + seconds}.0`,
    ...Object.fromEntries(averageNames.map((name, at) => [name, values[at] === 'null' ? null : values[at]])),
  };
}

function images(id: string, slug: string, names: string): Raw {
  return {
    thumbnail: image(`f/${id}.png`),
    profile_image: image(`f/${id}_profile.png`),
    link: both(`https://www.example.com/es/fighter/${slug}`, `https://www.example.com/fighter/${slug}`),
    ...(names.includes('belt') && { belt_thumbnail: image(`belt/${id}.png`) }),
    ...(names.includes('L') && { left_full_body_image: image(`f/${id}_L.png`) }),
    ...(names.includes('R') && { right_full_body_image: image(`f/${id}_R.png`) }),
  };
}

export const fighters: readonly Raw[] = people.map((row) => {
  const [id = '', statid, first_name = '', last_name = '', nickname, record = '', weight_class, rank] = row;
  const [pound_for_pound_rank, birthday, knockOuts, submissions, decisions, measures = '', imageNames = ''] =
    row.slice(8);
  const [wins, losses, draws] = record.split('-').map(number);
  const slug = `${first_name}-${last_name}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const shop = 'https://store.example.com';
  return {
    ...filled({ id: number(id), statid: number(statid), first_name, last_name, nickname, wins, losses, draws }),
    ...filled({ weight_class, rank, pound_for_pound_rank, dob: birthday && `${birthday}T00:00:00Z` }),
    title_holder: rank === 'C',
    fighter_status: id === '3124' ? 'NotFighting' : 'Active',
    ...filled({
      ko_tko_wins: number(knockOuts),
      submission_wins: number(submissions),
      decision_wins: number(decisions),
    }),
    ...images(id, slug, imageNames),
    ...residence(id),
    ...body(measures),
    ...averagesOf(id),
    ...(id === '3107' && { store_link: both(`${shop}/es/${slug}`, `${shop}/${slug}`) }),
    ...(weight_class === 'Lightweight' && ofLightweights),
    ...(careers[id] && { fights: careers[id] }),
  };
});
