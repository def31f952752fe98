import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';

const divisions = {
  Women_Bantamweight: ['Peso gallo femenino', "Women's bantamweight"],
  Heavyweight: ['Peso pesado', 'Heavyweight'],
  Light_Heavyweight: ['Peso semipesado', 'Light heavyweight'],
  Middleweight: ['Peso medio', 'Middleweight'],
  Welterweight: ['Peso wélter', 'Welterweight'],
  Lightweight: ['Peso ligero', 'Lightweight'],
  Bantamweight: ['Peso gallo', 'Bantamweight'],
  Featherweight: ['Peso pluma', 'Featherweight'],
  Flyweight: ['Peso mosca', 'Flyweight'],
  Women_Strawweight: ['Peso paja femenino', "Women's strawweight"],
  Women_Flyweight: ['Peso mosca femenino', "Women's flyweight"],
  Women_Featherweight: ['Peso pluma femenino', "Women's featherweight"],
};
const expected = {
  weight_classes: {
    ...divisions,
    all: ['Todos', 'All'],
    wbw: divisions.Women_Bantamweight,
    hw: divisions.Heavyweight,
    lhw: divisions.Light_Heavyweight,
    mw: divisions.Middleweight,
    ww: divisions.Welterweight,
    lw: divisions.Lightweight,
    bw: divisions.Bantamweight,
    ftw: divisions.Featherweight,
    flw: divisions.Flyweight,
    wsw: divisions.Women_Strawweight,
    wflw: divisions.Women_Flyweight,
    wftw: divisions.Women_Featherweight,
  },
  countries: {
    BRA: ['Brasil', 'Brazil'],
    MEX: ['México', 'Mexico'],
    PER: ['Perú', 'Peru'],
    SWE: ['Suecia', 'Sweden'],
  },
  labels: {
    AvgFightTimeLong: ['Combates más largos', 'Longest average fight time'],
    AvgFightTimeShort: ['Combates más cortos', 'Shortest average fight time'],
    TakedownsLanded: ['Derribos', 'Takedowns landed'],
    TakedownDefense: ['Defensa de derribos', 'Takedown defense'],
    TakedownAccuracy: ['Precisión de derribos', 'Takedown accuracy'],
    SubmissionAttempts: ['Intentos de sumisión', 'Submission attempts'],
    SubmissionAverage: ['Sumisiones por combate', 'Submission average'],
    SigStrikesLanded: ['Golpes significativos', 'Significant strikes landed'],
    SigStrikesAccuracy: ['Precisión de golpes', 'Striking accuracy'],
    Knockdowns: ['Caídas', 'Knockdowns'],
    SLpM: ['Golpes por minuto', 'Strikes landed per minute'],
    SApM: ['Golpes recibidos por minuto', 'Strikes absorbed per minute'],
    PlusMinus: ['Diferencia de golpes', 'Plus-minus'],
    SigStrikingDefense: ['Defensa de golpes', 'Striking defense'],
    TotStrikesLanded: ['Golpes totales', 'Total strikes landed'],
  },
};

describe('the translations of the world', () => {
  const inBoth = (words: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(words).map(([key, [es_US, en_US]]) => [key, { es_US, en_US }]));

  it('name divisions by both of their keys, countries and statistics, and have a record with a number for an id', () => {
    expect(world.translations).to.deep.equal([
      ...Object.entries(expected).map(([id, words]) => ({ id, translations: inBoth(words) })),
      { id: 1, translations: { yes: { es_US: 'Sí', en_US: 'Yes' }, no: 'No' } },
    ]);
  });
});

describe('the alerts of the world', () => {
  it('are one of the live event, one for good, and one that is over', () => {
    expect(world.alerts).to.deep.equal([
      {
        ...{ id: 601, event_id: 7001, created: '2031-04-05T23:00:00Z', expires: '2099-12-31T00:00:00Z' },
        title: { es_US: 'La Noche 41 está en vivo', en_US: 'Night 41 is live' },
        message: { es_US: 'Sigue cada asalto y vota.', en_US: 'Follow every round and vote.' },
        url: { es_US: 'https://www.example.com/es/en-vivo', en_US: 'https://www.example.com/live' },
      },
      {
        ...{ id: 602, created: '2031-03-01T09:00:00Z' },
        title: { es_US: 'Nueva versión', en_US: 'New version' },
        message: { es_US: 'Actualiza la aplicación.', en_US: 'Update the app.' },
      },
      {
        ...{ id: 603, created: '2020-01-10T03:00:00Z', expires: '2020-01-10T05:00:00Z' },
        title: { es_US: 'Mantenimiento', en_US: 'Maintenance' },
        message: { es_US: 'Volvemos en una hora.', en_US: 'Back within the hour.' },
      },
    ]);
  });
});

describe('the ring presenters of the world', () => {
  it('are one with every text in both languages, and one with a name only', () => {
    const [ana, ines, ...others] = world.octagon_girls;
    const texts = Object.entries(ana ?? {}).filter(
      ([, value]) => typeof (value as { es_US?: string }).es_US === 'string',
    );
    expect(Object.fromEntries(texts)).to.deep.equal({
      biography1: { es_US: '<div>Presentadora desde 2028.</div>', en_US: '<div>A presenter since 2028.</div>' },
      biography2: { es_US: '<div>Antes, periodista.</div>', en_US: '<div>A journalist before.</div>' },
      biography_header: { es_US: 'Conoce a Ana', en_US: 'Meet Ana' },
      short_description: { es_US: 'La voz de la noche', en_US: 'The voice of the night' },
      quote: { es_US: 'Cada asalto cuenta.', en_US: 'Every round counts.' },
      hobbies: { es_US: 'Montaña', en_US: 'Hiking' },
      favorite_foods: { es_US: 'Ceviche', en_US: 'Ceviche' },
      favoritetvshows: { es_US: 'Documentales', en_US: 'Documentaries' },
      career_goals: { es_US: 'Dirigir', en_US: 'Directing' },
    });
    expect(ines).to.deep.equal({
      ...{ id: 42, first_name: 'Inés', last_name: 'Bosquejo', date_of_birth: '2000-07-07T00:00:00Z' },
    });
    expect(others).to.deep.equal([]);
  });
});
