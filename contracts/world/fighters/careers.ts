import { image, type Raw } from '../text.ts';

/** Career bouts as the metrics supplier gives them, by last name. */
export const careers = {
  alamo: [
    {
      statid: '6301',
      Event: { Name: 'Noche 40', Date: '2031-02-08' },
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
      Opponent: {
        statid: '1802',
        FirstName: 'Iván',
        LastName: 'Quimera',
        profile_image: image('f/3102_profile.png'),
      },
      KOOfTheNight: 1,
      SubmissionOfTheNight: 0,
      PerformanceOfTheNight: 0,
    },
  ],
  ejemplo: [
    {
      statid: '6188',
      Event: { Name: 'Noche 38', Date: '2030-11-03' },
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
      KOOfTheNight: 0,
      SubmissionOfTheNight: 1,
      PerformanceOfTheNight: 1,
    },
    {
      statid: '5907',
      Event: { Name: 'Noche 33', Date: '2030-03-16' },
      WeightClass: { Description: 'Catch Weight' },
      Result: { Outcome: 'No Contest' },
      Opponent: { statid: '1777', FirstName: 'Félix', LastName: 'Remoto' },
      KOOfTheNight: 0,
      SubmissionOfTheNight: 0,
      PerformanceOfTheNight: 0,
    },
  ],
} satisfies Record<string, readonly Raw[]>;
