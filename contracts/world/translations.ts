import { statsWeightClasses } from '../schemas/vocabulary.ts';
import { both, type Raw } from './text.ts';

const divisions = {
  Women_Bantamweight: both('Peso gallo femenino', "Women's bantamweight"),
  Heavyweight: both('Peso pesado', 'Heavyweight'),
  Light_Heavyweight: both('Peso semipesado', 'Light heavyweight'),
  Middleweight: both('Peso medio', 'Middleweight'),
  Welterweight: both('Peso wélter', 'Welterweight'),
  Lightweight: both('Peso ligero', 'Lightweight'),
  Bantamweight: both('Peso gallo', 'Bantamweight'),
  Featherweight: both('Peso pluma', 'Featherweight'),
  Flyweight: both('Peso mosca', 'Flyweight'),
  Women_Strawweight: both('Peso paja femenino', "Women's strawweight"),
  Women_Flyweight: both('Peso mosca femenino', "Women's flyweight"),
  Women_Featherweight: both('Peso pluma femenino', "Women's featherweight"),
};

export const translations: readonly Raw[] = [
  {
    id: 'weight_classes',
    translations: {
      ...divisions,
      all: both('Todos', 'All'),
      ...Object.fromEntries(Object.entries(statsWeightClasses).map(([key, division]) => [key, divisions[division]])),
    },
  },
  {
    // Argentina and Japan have no names here: replies send their keys.
    id: 'countries',
    translations: {
      BRA: both('Brasil', 'Brazil'),
      MEX: both('México', 'Mexico'),
      PER: both('Perú', 'Peru'),
      SWE: both('Suecia', 'Sweden'),
    },
  },
  {
    id: 'labels',
    translations: {
      AvgFightTimeLong: both('Combates más largos', 'Longest average fight time'),
      AvgFightTimeShort: both('Combates más cortos', 'Shortest average fight time'),
      TakedownsLanded: both('Derribos', 'Takedowns landed'),
      TakedownDefense: both('Defensa de derribos', 'Takedown defense'),
      TakedownAccuracy: both('Precisión de derribos', 'Takedown accuracy'),
      SubmissionAttempts: both('Intentos de sumisión', 'Submission attempts'),
      SubmissionAverage: both('Sumisiones por combate', 'Submission average'),
      SigStrikesLanded: both('Golpes significativos', 'Significant strikes landed'),
      SigStrikesAccuracy: both('Precisión de golpes', 'Striking accuracy'),
      Knockdowns: both('Caídas', 'Knockdowns'),
      SLpM: both('Golpes por minuto', 'Strikes landed per minute'),
      SApM: both('Golpes recibidos por minuto', 'Strikes absorbed per minute'),
      PlusMinus: both('Diferencia de golpes', 'Plus-minus'),
      SigStrikingDefense: both('Defensa de golpes', 'Striking defense'),
      TotStrikesLanded: both('Golpes totales', 'Total strikes landed'),
    },
  },
  { id: 1, translations: { yes: both('Sí', 'Yes'), no: 'No' } },
];
