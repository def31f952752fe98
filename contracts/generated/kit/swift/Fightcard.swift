// Made by `npm run kit` from the contracts. Do not edit.

import Foundation

enum Fightcard {
    struct Alert: Codable, Hashable, Sendable {
        var id: Int
        var title: String
        var message: String
        var url: String?
        var eventId: Int?
        var created: String
        /// When the alert leaves the list; null: never.
        var expires: String?

        enum CodingKeys: String, CodingKey {
            case id
            case title
            case message
            case url
            case eventId = "event_id"
            case created
            case expires
        }
    }

    struct Article: Codable, Hashable, Sendable {
        var id: Int
        /// Caption of the link to an off-site article.
        var externalUrlText: String
        /// Address of an off-site article.
        var externalUrl: String
        var author: String?
        var title: String
        /// The leading media item.
        var articleMediaId: Int?
        /// The fighter the article is about.
        var articleFighterId: Int?
        var articleDate: String
        var thumbnail: String
        /// Teaser; may hold HTML.
        var introduction: String
        var featuredNewsCategory: String?
        var lastModified: String
        /// Slug; not necessarily unique.
        var urlName: String
        var created: String?
        /// A date in the future does not hide the article.
        var publishedStartDate: String?
        var keywordIds: [Int]
        /// HTML.
        var content: String
        var articleMedia: Media?
        var related: [News]
        var fighters: [Fighter]

        enum CodingKeys: String, CodingKey {
            case id
            case externalUrlText = "external_url_text"
            case externalUrl = "external_url"
            case author
            case title
            case articleMediaId = "article_media_id"
            case articleFighterId = "article_fighter_id"
            case articleDate = "article_date"
            case thumbnail
            case introduction
            case featuredNewsCategory = "featured_news_category"
            case lastModified = "last_modified"
            case urlName = "url_name"
            case created
            case publishedStartDate = "published_start_date"
            case keywordIds = "keyword_ids"
            case content
            case articleMedia = "article_media"
            case related
            case fighters
        }
    }

    struct ArticleV1: Codable, Hashable, Sendable {
        var id: Int
        /// Caption of the link to an off-site article.
        var externalUrlText: String
        /// Address of an off-site article.
        var externalUrl: String
        var author: String?
        var title: String
        /// The leading media item.
        var articleMediaId: Int?
        /// The fighter the article is about.
        var articleFighterId: Int?
        var articleDate: String
        var thumbnail: String
        /// Teaser; may hold HTML.
        var introduction: String
        var featuredNewsCategory: String?
        var lastModified: String
        /// Slug; not necessarily unique.
        var urlName: String
        var created: String?
        /// A date in the future does not hide the article.
        var publishedStartDate: String?
        var keywordIds: [Int]
        /// HTML.
        var content: String
        var articleMedia: Media?
        var related: [News]
        var fighters: [FighterV1]

        enum CodingKeys: String, CodingKey {
            case id
            case externalUrlText = "external_url_text"
            case externalUrl = "external_url"
            case author
            case title
            case articleMediaId = "article_media_id"
            case articleFighterId = "article_fighter_id"
            case articleDate = "article_date"
            case thumbnail
            case introduction
            case featuredNewsCategory = "featured_news_category"
            case lastModified = "last_modified"
            case urlName = "url_name"
            case created
            case publishedStartDate = "published_start_date"
            case keywordIds = "keyword_ids"
            case content
            case articleMedia = "article_media"
            case related
            case fighters
        }
    }

    struct BodyError: Codable, Hashable, Sendable {
        /// JSON Pointer as a fragment; `#` is the whole body.
        var pointer: String
        var detail: String

        enum CodingKeys: String, CodingKey {
            case pointer
            case detail
        }
    }

    struct BoutAttempts: Codable, Hashable, Sendable {
        var attempts: String

        enum CodingKeys: String, CodingKey {
            case attempts = "Attempts"
        }
    }

    struct BoutAttemptsUpdate: Codable, Hashable, Sendable {
        var attempts: String?

        enum CodingKeys: String, CodingKey {
            case attempts = "Attempts"
        }
    }

    struct BoutCorner: Codable, Hashable, Sendable {
        var fighterId: String
        var strikes: BoutStrikes
        var grappling: BoutGrappling
        var tip: BoutTimes

        enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case strikes = "Strikes"
            case grappling = "Grappling"
            case tip = "TIP"
        }
    }

    struct BoutCornerUpdate: Codable, Hashable, Sendable {
        var fighterId: String?
        var strikes: BoutStrikesUpdate?
        var grappling: BoutGrapplingUpdate?
        var tip: BoutTimesUpdate?

        enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case strikes = "Strikes"
            case grappling = "Grappling"
            case tip = "TIP"
        }
    }

    struct BoutCorners: Codable, Hashable, Sendable {
        var red: BoutCorner
        var blue: BoutCorner

        enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    struct BoutCornersUpdate: Codable, Hashable, Sendable {
        var red: BoutCornerUpdate?
        var blue: BoutCornerUpdate?

        enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    struct BoutFeed: Codable, Hashable, Sendable {
        /// Always "Stats".
        var type: String
        var timestamp: String
        var fmLiveFeed: BoutLiveFeed

        enum CodingKeys: String, CodingKey {
            case type = "Type"
            case timestamp = "Timestamp"
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    struct BoutFighter: Codable, Hashable, Sendable {
        var name: String
        var fighterId: String

        enum CodingKeys: String, CodingKey {
            case name = "Name"
            case fighterId = "FighterID"
        }
    }

    struct BoutFighterUpdate: Codable, Hashable, Sendable {
        var name: String?
        var fighterId: String?

        enum CodingKeys: String, CodingKey {
            case name = "Name"
            case fighterId = "FighterID"
        }
    }

    struct BoutFighters: Codable, Hashable, Sendable {
        var red: BoutFighter
        var blue: BoutFighter

        enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    struct BoutFightersUpdate: Codable, Hashable, Sendable {
        var red: BoutFighterUpdate?
        var blue: BoutFighterUpdate?

        enum CodingKeys: String, CodingKey {
            case red = "Red"
            case blue = "Blue"
        }
    }

    struct BoutGrappling: Codable, Hashable, Sendable {
        var takedowns: BoutLandedOfAttempts
        var submissions: BoutAttempts
        var reversals: BoutLanded
        var standups: BoutLanded

        enum CodingKeys: String, CodingKey {
            case takedowns = "Takedowns"
            case submissions = "Submissions"
            case reversals = "Reversals"
            case standups = "Standups"
        }
    }

    struct BoutGrapplingUpdate: Codable, Hashable, Sendable {
        var takedowns: BoutLandedOfAttemptsUpdate?
        var submissions: BoutAttemptsUpdate?
        var reversals: BoutLandedUpdate?
        var standups: BoutLandedUpdate?

        enum CodingKeys: String, CodingKey {
            case takedowns = "Takedowns"
            case submissions = "Submissions"
            case reversals = "Reversals"
            case standups = "Standups"
        }
    }

    struct BoutLanded: Codable, Hashable, Sendable {
        var landed: String

        enum CodingKeys: String, CodingKey {
            case landed = "Landed"
        }
    }

    struct BoutLandedOfAttempts: Codable, Hashable, Sendable {
        var landed: String
        var attempts: String

        enum CodingKeys: String, CodingKey {
            case landed = "Landed"
            case attempts = "Attempts"
        }
    }

    struct BoutLandedOfAttemptsUpdate: Codable, Hashable, Sendable {
        var landed: String?
        var attempts: String?

        enum CodingKeys: String, CodingKey {
            case landed = "Landed"
            case attempts = "Attempts"
        }
    }

    struct BoutLandedUpdate: Codable, Hashable, Sendable {
        var landed: String?

        enum CodingKeys: String, CodingKey {
            case landed = "Landed"
        }
    }

    struct BoutLiveFeed: Codable, Hashable, Sendable {
        var fighters: BoutFighters
        var roundStats: BoutRounds
        var fightStats: BoutCorners
        var eventId: String
        var currentRound: String
        var fightId: String
        var maxRounds: String
        var accolade: String
        var referee: String
        var weightClass: String
        var status: String
        var currentRoundTime: String

        enum CodingKeys: String, CodingKey {
            case fighters = "Fighters"
            case roundStats = "RoundStats"
            case fightStats = "FightStats"
            case eventId = "EventID"
            case currentRound = "CurrentRound"
            case fightId = "FightID"
            case maxRounds = "MaxRounds"
            case accolade = "Accolade"
            case referee = "Referee"
            case weightClass = "WeightClass"
            case status = "Status"
            case currentRoundTime = "CurrentRoundTime"
        }
    }

    struct BoutLiveFeedUpdate: Codable, Hashable, Sendable {
        var fighters: BoutFightersUpdate?
        var roundStats: BoutRoundsUpdate?
        var fightStats: BoutCornersUpdate?
        var eventId: String
        var currentRound: String?
        var fightId: String
        var maxRounds: String?
        var accolade: String?
        var referee: String?
        var weightClass: String?
        var status: String?
        var currentRoundTime: String?

        enum CodingKeys: String, CodingKey {
            case fighters = "Fighters"
            case roundStats = "RoundStats"
            case fightStats = "FightStats"
            case eventId = "EventID"
            case currentRound = "CurrentRound"
            case fightId = "FightID"
            case maxRounds = "MaxRounds"
            case accolade = "Accolade"
            case referee = "Referee"
            case weightClass = "WeightClass"
            case status = "Status"
            case currentRoundTime = "CurrentRoundTime"
        }
    }

    struct BoutRounds: Codable, Hashable, Sendable {
        var round1: BoutCorners
        var round2: BoutCorners
        var round3: BoutCorners
        var round4: BoutCorners
        var round5: BoutCorners

        enum CodingKeys: String, CodingKey {
            case round1 = "Round1"
            case round2 = "Round2"
            case round3 = "Round3"
            case round4 = "Round4"
            case round5 = "Round5"
        }
    }

    struct BoutRoundsUpdate: Codable, Hashable, Sendable {
        var round1: BoutCornersUpdate?
        var round2: BoutCornersUpdate?
        var round3: BoutCornersUpdate?
        var round4: BoutCornersUpdate?
        var round5: BoutCornersUpdate?

        enum CodingKeys: String, CodingKey {
            case round1 = "Round1"
            case round2 = "Round2"
            case round3 = "Round3"
            case round4 = "Round4"
            case round5 = "Round5"
        }
    }

    struct BoutStrikes: Codable, Hashable, Sendable {
        var knockDown: BoutLanded
        var significantStrikes: BoutLandedOfAttempts
        var totalStrikes: BoutLandedOfAttempts
        var punches: BoutLandedOfAttempts
        var kicks: BoutLandedOfAttempts
        var distanceStrikes: BoutLandedOfAttempts
        var clinchSignificantStrikes: BoutLandedOfAttempts
        var groundSignificantStrikes: BoutLandedOfAttempts
        var clinchTotalStrikes: BoutLandedOfAttempts
        var groundTotalStrikes: BoutLandedOfAttempts
        var headSignificantStrikes: BoutLandedOfAttempts
        var bodySignificantStrikes: BoutLandedOfAttempts
        var legsSignificantStrikes: BoutLandedOfAttempts
        var headTotalStrikes: BoutLandedOfAttempts
        var bodyTotalStrikes: BoutLandedOfAttempts
        var legsTotalStrikes: BoutLandedOfAttempts
        var distanceHeadStrikes: BoutLandedOfAttempts
        var distanceBodyStrikes: BoutLandedOfAttempts
        var distanceLegStrikes: BoutLandedOfAttempts
        var clinchHeadStrikes: BoutLandedOfAttempts
        var clinchBodyStrikes: BoutLandedOfAttempts
        var clinchLegStrikes: BoutLandedOfAttempts
        var groundHeadStrikes: BoutLandedOfAttempts
        var groundBodyStrikes: BoutLandedOfAttempts
        var groundLegStrikes: BoutLandedOfAttempts
        var distanceHeadKicks: BoutLandedOfAttempts
        var distanceBodyKicks: BoutLandedOfAttempts
        var distanceLegKicks: BoutLandedOfAttempts
        var distanceHeadPunches: BoutLandedOfAttempts
        var distanceBodyPunches: BoutLandedOfAttempts
        var clinchSignificantKicks: BoutLandedOfAttempts
        var clinchSignificantPunches: BoutLandedOfAttempts
        var groundSignificantKicks: BoutLandedOfAttempts
        var groundSignificantPunches: BoutLandedOfAttempts

        enum CodingKeys: String, CodingKey {
            case knockDown = "Knock Down"
            case significantStrikes = "Significant Strikes"
            case totalStrikes = "Total Strikes"
            case punches = "Punches"
            case kicks = "Kicks"
            case distanceStrikes = "Distance Strikes"
            case clinchSignificantStrikes = "Clinch Significant Strikes"
            case groundSignificantStrikes = "Ground Significant Strikes"
            case clinchTotalStrikes = "Clinch Total Strikes"
            case groundTotalStrikes = "Ground Total Strikes"
            case headSignificantStrikes = "Head Significant Strikes"
            case bodySignificantStrikes = "Body Significant Strikes"
            case legsSignificantStrikes = "Legs Significant Strikes"
            case headTotalStrikes = "Head Total Strikes"
            case bodyTotalStrikes = "Body Total Strikes"
            case legsTotalStrikes = "Legs Total Strikes"
            case distanceHeadStrikes = "Distance Head Strikes"
            case distanceBodyStrikes = "Distance Body Strikes"
            case distanceLegStrikes = "Distance Leg Strikes"
            case clinchHeadStrikes = "Clinch Head Strikes"
            case clinchBodyStrikes = "Clinch Body Strikes"
            case clinchLegStrikes = "Clinch Leg Strikes"
            case groundHeadStrikes = "Ground Head Strikes"
            case groundBodyStrikes = "Ground Body Strikes"
            case groundLegStrikes = "Ground Leg Strikes"
            case distanceHeadKicks = "Distance Head Kicks"
            case distanceBodyKicks = "Distance Body Kicks"
            case distanceLegKicks = "Distance Leg Kicks"
            case distanceHeadPunches = "Distance Head Punches"
            case distanceBodyPunches = "Distance Body Punches"
            case clinchSignificantKicks = "Clinch Significant Kicks"
            case clinchSignificantPunches = "Clinch Significant Punches"
            case groundSignificantKicks = "Ground Significant Kicks"
            case groundSignificantPunches = "Ground Significant Punches"
        }
    }

    struct BoutStrikesUpdate: Codable, Hashable, Sendable {
        var knockDown: BoutLandedUpdate?
        var significantStrikes: BoutLandedOfAttemptsUpdate?
        var totalStrikes: BoutLandedOfAttemptsUpdate?
        var punches: BoutLandedOfAttemptsUpdate?
        var kicks: BoutLandedOfAttemptsUpdate?
        var distanceStrikes: BoutLandedOfAttemptsUpdate?
        var clinchSignificantStrikes: BoutLandedOfAttemptsUpdate?
        var groundSignificantStrikes: BoutLandedOfAttemptsUpdate?
        var clinchTotalStrikes: BoutLandedOfAttemptsUpdate?
        var groundTotalStrikes: BoutLandedOfAttemptsUpdate?
        var headSignificantStrikes: BoutLandedOfAttemptsUpdate?
        var bodySignificantStrikes: BoutLandedOfAttemptsUpdate?
        var legsSignificantStrikes: BoutLandedOfAttemptsUpdate?
        var headTotalStrikes: BoutLandedOfAttemptsUpdate?
        var bodyTotalStrikes: BoutLandedOfAttemptsUpdate?
        var legsTotalStrikes: BoutLandedOfAttemptsUpdate?
        var distanceHeadStrikes: BoutLandedOfAttemptsUpdate?
        var distanceBodyStrikes: BoutLandedOfAttemptsUpdate?
        var distanceLegStrikes: BoutLandedOfAttemptsUpdate?
        var clinchHeadStrikes: BoutLandedOfAttemptsUpdate?
        var clinchBodyStrikes: BoutLandedOfAttemptsUpdate?
        var clinchLegStrikes: BoutLandedOfAttemptsUpdate?
        var groundHeadStrikes: BoutLandedOfAttemptsUpdate?
        var groundBodyStrikes: BoutLandedOfAttemptsUpdate?
        var groundLegStrikes: BoutLandedOfAttemptsUpdate?
        var distanceHeadKicks: BoutLandedOfAttemptsUpdate?
        var distanceBodyKicks: BoutLandedOfAttemptsUpdate?
        var distanceLegKicks: BoutLandedOfAttemptsUpdate?
        var distanceHeadPunches: BoutLandedOfAttemptsUpdate?
        var distanceBodyPunches: BoutLandedOfAttemptsUpdate?
        var clinchSignificantKicks: BoutLandedOfAttemptsUpdate?
        var clinchSignificantPunches: BoutLandedOfAttemptsUpdate?
        var groundSignificantKicks: BoutLandedOfAttemptsUpdate?
        var groundSignificantPunches: BoutLandedOfAttemptsUpdate?

        enum CodingKeys: String, CodingKey {
            case knockDown = "Knock Down"
            case significantStrikes = "Significant Strikes"
            case totalStrikes = "Total Strikes"
            case punches = "Punches"
            case kicks = "Kicks"
            case distanceStrikes = "Distance Strikes"
            case clinchSignificantStrikes = "Clinch Significant Strikes"
            case groundSignificantStrikes = "Ground Significant Strikes"
            case clinchTotalStrikes = "Clinch Total Strikes"
            case groundTotalStrikes = "Ground Total Strikes"
            case headSignificantStrikes = "Head Significant Strikes"
            case bodySignificantStrikes = "Body Significant Strikes"
            case legsSignificantStrikes = "Legs Significant Strikes"
            case headTotalStrikes = "Head Total Strikes"
            case bodyTotalStrikes = "Body Total Strikes"
            case legsTotalStrikes = "Legs Total Strikes"
            case distanceHeadStrikes = "Distance Head Strikes"
            case distanceBodyStrikes = "Distance Body Strikes"
            case distanceLegStrikes = "Distance Leg Strikes"
            case clinchHeadStrikes = "Clinch Head Strikes"
            case clinchBodyStrikes = "Clinch Body Strikes"
            case clinchLegStrikes = "Clinch Leg Strikes"
            case groundHeadStrikes = "Ground Head Strikes"
            case groundBodyStrikes = "Ground Body Strikes"
            case groundLegStrikes = "Ground Leg Strikes"
            case distanceHeadKicks = "Distance Head Kicks"
            case distanceBodyKicks = "Distance Body Kicks"
            case distanceLegKicks = "Distance Leg Kicks"
            case distanceHeadPunches = "Distance Head Punches"
            case distanceBodyPunches = "Distance Body Punches"
            case clinchSignificantKicks = "Clinch Significant Kicks"
            case clinchSignificantPunches = "Clinch Significant Punches"
            case groundSignificantKicks = "Ground Significant Kicks"
            case groundSignificantPunches = "Ground Significant Punches"
        }
    }

    struct BoutTimes: Codable, Hashable, Sendable {
        var standingTime: String
        var groundTime: String
        var controlTime: String
        var neutralTime: String
        var groundControlTime: String
        var distanceTime: String
        var clinchTime: String
        var miscGroundControlTime: String
        var guardControlTime: String
        var halfGuardControlTime: String
        var sideControlTime: String
        var mountControlTime: String
        var backControlTime: String

        enum CodingKeys: String, CodingKey {
            case standingTime = "Standing Time"
            case groundTime = "Ground Time"
            case controlTime = "Control Time"
            case neutralTime = "Neutral Time"
            case groundControlTime = "Ground Control Time"
            case distanceTime = "Distance Time"
            case clinchTime = "Clinch Time"
            case miscGroundControlTime = "Misc. Ground Control Time"
            case guardControlTime = "Guard Control Time"
            case halfGuardControlTime = "Half Guard Control Time"
            case sideControlTime = "Side Control Time"
            case mountControlTime = "Mount Control Time"
            case backControlTime = "Back Control Time"
        }
    }

    struct BoutTimesUpdate: Codable, Hashable, Sendable {
        var standingTime: String?
        var groundTime: String?
        var controlTime: String?
        var neutralTime: String?
        var groundControlTime: String?
        var distanceTime: String?
        var clinchTime: String?
        var miscGroundControlTime: String?
        var guardControlTime: String?
        var halfGuardControlTime: String?
        var sideControlTime: String?
        var mountControlTime: String?
        var backControlTime: String?

        enum CodingKeys: String, CodingKey {
            case standingTime = "Standing Time"
            case groundTime = "Ground Time"
            case controlTime = "Control Time"
            case neutralTime = "Neutral Time"
            case groundControlTime = "Ground Control Time"
            case distanceTime = "Distance Time"
            case clinchTime = "Clinch Time"
            case miscGroundControlTime = "Misc. Ground Control Time"
            case guardControlTime = "Guard Control Time"
            case halfGuardControlTime = "Half Guard Control Time"
            case sideControlTime = "Side Control Time"
            case mountControlTime = "Mount Control Time"
            case backControlTime = "Back Control Time"
        }
    }

    struct BoutUpdate: Codable, Hashable, Sendable {
        /// Grows with every snapshot of the bout.
        var sequence: Int
        /// Always "Stats".
        var type: String
        var timestamp: String?
        var fmLiveFeed: BoutLiveFeedUpdate

        enum CodingKeys: String, CodingKey {
            case sequence
            case type = "Type"
            case timestamp = "Timestamp"
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    struct CareerBout: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the bout.
        var statid: String
        var event: CareerBoutEvent
        /// Pounds.
        var weighIn: String?
        var weightClass: CareerBoutWeightClass
        var koOfTheNight: Int
        var submissionOfTheNight: Int
        var performanceOfTheNight: Int
        var result: CareerBoutResult
        var opponent: CareerBoutOpponent

        enum CodingKeys: String, CodingKey {
            case statid
            case event = "Event"
            case weighIn = "WeighIn"
            case weightClass = "WeightClass"
            case koOfTheNight = "KOOfTheNight"
            case submissionOfTheNight = "SubmissionOfTheNight"
            case performanceOfTheNight = "PerformanceOfTheNight"
            case result = "Result"
            case opponent = "Opponent"
        }
    }

    struct CareerBoutEvent: Codable, Hashable, Sendable {
        var name: String
        var date: String

        enum CodingKeys: String, CodingKey {
            case name = "Name"
            case date = "Date"
        }
    }

    struct CareerBoutOpponent: Codable, Hashable, Sendable {
        var statid: String
        var firstName: String
        var lastName: String
        var nickName: String?
        var weight: String?
        var weighIn: String?
        var performanceOfTheNight: String?
        var submissionOfTheNight: String?
        var koOfTheNight: String?
        var profileImage: String?

        enum CodingKeys: String, CodingKey {
            case statid
            case firstName = "FirstName"
            case lastName = "LastName"
            case nickName = "NickName"
            case weight = "Weight"
            case weighIn = "WeighIn"
            case performanceOfTheNight = "PerformanceOfTheNight"
            case submissionOfTheNight = "SubmissionOfTheNight"
            case koOfTheNight = "KOOfTheNight"
            case profileImage = "profile_image"
        }
    }

    struct CareerBoutResult: Codable, Hashable, Sendable {
        var outcomeId: String?
        var outcome: CareerOutcome
        var endingRound: String?
        var endingTime: String?
        var method: String?
        var fightOfTheNight: CareerBoutResultFightOfTheNight?
        var submission: String?
        var endStrike: String?

        enum CodingKeys: String, CodingKey {
            case outcomeId = "OutcomeID"
            case outcome = "Outcome"
            case endingRound = "EndingRound"
            case endingTime = "EndingTime"
            case method = "Method"
            case fightOfTheNight = "FightOfTheNight"
            case submission = "Submission"
            case endStrike = "EndStrike"
        }
    }

    enum CareerBoutResultFightOfTheNight: String, Codable, CaseIterable, Sendable {
        case value0 = "0"
        case value1 = "1"
    }

    struct CareerBoutWeightClass: Codable, Hashable, Sendable {
        var description: WeightClassText

        enum CodingKeys: String, CodingKey {
            case description = "Description"
        }
    }

    enum CareerOutcome: String, Codable, CaseIterable, Sendable {
        case win = "Win"
        case loss = "Loss"
        case draw = "Draw"
        case noContest = "No Contest"
    }

    struct Champion: Codable, Hashable, Sendable {
        var id: Int
        var nickname: String?
        /// Null, which is rare: the record is not known.
        var wins: Int?
        var losses: Int?
        var draws: Int?
        /// The metrics supplier's id of the fighter.
        var statid: Int?
        var lastName: String
        var firstName: String
        var weightClass: WeightClass
        /// Always true.
        var titleHolder: Bool
        var fighterStatus: FighterStatus
        /// Always "C".
        var rank: String
        var thumbnail: String
        var profileImage: String
        var beltThumbnail: String
        var leftFullBodyImage: String?
        var rightFullBodyImage: String?
        /// Web page of the fighter, the slug after `/fighter/`.
        var link: String

        enum CodingKeys: String, CodingKey {
            case id
            case nickname
            case wins
            case losses
            case draws
            case statid
            case lastName = "last_name"
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case fighterStatus = "fighter_status"
            case rank
            case thumbnail
            case profileImage = "profile_image"
            case beltThumbnail = "belt_thumbnail"
            case leftFullBodyImage = "left_full_body_image"
            case rightFullBodyImage = "right_full_body_image"
            case link
        }
    }

    struct ChampionV1: Codable, Hashable, Sendable {
        var id: Int
        /// Null, which is rare: the record is not known.
        var wins: Int?
        /// The metrics supplier's id of the fighter.
        var statid: Int?
        var losses: Int?
        var lastName: String
        var weightClass: WeightClass
        /// Always true.
        var titleHolder: Bool
        var draws: Int?
        var firstName: String
        var fighterStatus: FighterStatus
        var thumbnail: String
        var beltThumbnail: String

        enum CodingKeys: String, CodingKey {
            case id
            case wins
            case statid
            case losses
            case lastName = "last_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case draws
            case firstName = "first_name"
            case fighterStatus = "fighter_status"
            case thumbnail
            case beltThumbnail = "belt_thumbnail"
        }
    }

    struct Chat: Codable, Hashable, Sendable {
        var enabled: Bool
        var url: String?
        var eventId: Int?

        enum CodingKeys: String, CodingKey {
            case enabled
            case url
            case eventId = "event_id"
        }
    }

    /// A three-letter sport code.
    typealias CountryKey = String

    struct Discussion: Codable, Hashable, Sendable {
        var eventId: Int
        var title: String
        var url: String?
        var twitterHashtag: String
        var commentsEnabled: Bool

        enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case title
            case url
            case twitterHashtag = "twitter_hashtag"
            case commentsEnabled = "comments_enabled"
        }
    }

    struct Event: Codable, Hashable, Sendable {
        var id: Int
        /// The day where the event takes place.
        var eventDate: String
        var secondaryFeatureImage: String
        /// A path, or words.
        var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        var eventTimeZoneText: String
        var shortDescription: String
        /// Start.
        var eventDategmt: String
        /// End.
        var endEventDategmt: String
        var ticketurl: String
        var ticketSellerName: String?
        var baseTitle: String
        var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        var statid: Int?
        var featureImage: String
        var subtitle: String
        var eventStatus: EventStatus
        var arena: String
        var location: String
        var eventTimeText: String
        var twitterHashtag: String
        var ticketGeneralSaleDate: String?
        var ticketGeneralSaleText: String
        var isppvevent: Bool
        var cornerAudioAvailable: Bool
        /// Set only with corner audio.
        var cornerAudioBlueStreamUrl: String?
        /// Set only with corner audio.
        var cornerAudioRedStreamUrl: String?
        var trailerUrl: String?
        var lastModified: String
        var created: String?
        /// Slug; not necessarily unique.
        var urlName: String
        /// Address of the live feed; its id is -1 when there is none.
        var fmFntFeedUrl: String
        var mainEventFighter1Id: Int?
        var mainEventFighter2Id: Int?
        var latitude: Double?
        var longitude: Double?

        enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
            case twitterHashtag = "twitter_hashtag"
            case ticketGeneralSaleDate = "ticket_general_sale_date"
            case ticketGeneralSaleText = "ticket_general_sale_text"
            case isppvevent
            case cornerAudioAvailable = "corner_audio_available"
            case cornerAudioBlueStreamUrl = "corner_audio_blue_stream_url"
            case cornerAudioRedStreamUrl = "corner_audio_red_stream_url"
            case trailerUrl = "trailer_url"
            case lastModified = "last_modified"
            case created
            case urlName = "url_name"
            case fmFntFeedUrl = "fm_fnt_feed_url"
            case mainEventFighter1Id = "main_event_fighter1_id"
            case mainEventFighter2Id = "main_event_fighter2_id"
            case latitude
            case longitude
        }
    }

    struct EventDetail: Codable, Hashable, Sendable {
        var id: Int
        /// The day where the event takes place.
        var eventDate: String
        var secondaryFeatureImage: String
        /// A path, or words.
        var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        var eventTimeZoneText: String
        var shortDescription: String
        /// Start.
        var eventDategmt: String
        /// End.
        var endEventDategmt: String
        var ticketurl: String
        var ticketSellerName: String?
        var baseTitle: String
        var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        var statid: Int?
        var featureImage: String
        var subtitle: String
        var eventStatus: EventStatus
        var arena: String
        var location: String
        var eventTimeText: String
        var twitterHashtag: String
        var ticketGeneralSaleDate: String?
        var ticketGeneralSaleText: String
        var isppvevent: Bool
        var cornerAudioAvailable: Bool
        /// Set only with corner audio.
        var cornerAudioBlueStreamUrl: String?
        /// Set only with corner audio.
        var cornerAudioRedStreamUrl: String?
        var trailerUrl: String?
        var lastModified: String
        var created: String?
        /// Slug; not necessarily unique.
        var urlName: String
        /// Address of the live feed; its id is -1 when there is none.
        var fmFntFeedUrl: String
        var mainEventFighter1Id: Int?
        var mainEventFighter2Id: Int?
        var latitude: Double?
        var longitude: Double?
        /// The card, main event first.
        var fights: [Fight]

        enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
            case twitterHashtag = "twitter_hashtag"
            case ticketGeneralSaleDate = "ticket_general_sale_date"
            case ticketGeneralSaleText = "ticket_general_sale_text"
            case isppvevent
            case cornerAudioAvailable = "corner_audio_available"
            case cornerAudioBlueStreamUrl = "corner_audio_blue_stream_url"
            case cornerAudioRedStreamUrl = "corner_audio_red_stream_url"
            case trailerUrl = "trailer_url"
            case lastModified = "last_modified"
            case created
            case urlName = "url_name"
            case fmFntFeedUrl = "fm_fnt_feed_url"
            case mainEventFighter1Id = "main_event_fighter1_id"
            case mainEventFighter2Id = "main_event_fighter2_id"
            case latitude
            case longitude
            case fights
        }
    }

    struct EventDetailV1: Codable, Hashable, Sendable {
        var id: Int
        /// The day where the event takes place.
        var eventDate: String
        var secondaryFeatureImage: String
        /// A path, or words.
        var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        var eventTimeZoneText: String
        var shortDescription: String
        /// Start.
        var eventDategmt: String
        /// End.
        var endEventDategmt: String
        var ticketurl: String
        var ticketSellerName: String?
        var baseTitle: String
        var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        var statid: Int?
        var featureImage: String
        var subtitle: String
        var eventStatus: EventStatus
        var arena: String
        var location: String
        var eventTimeText: String
        /// The card, main event first.
        var fights: [Fight]

        enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
            case fights
        }
    }

    struct EventFeed: Codable, Hashable, Sendable {
        var fmLiveFeed: EventLiveFeed

        enum CodingKeys: String, CodingKey {
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    struct EventLiveFeed: Codable, Hashable, Sendable {
        var eventId: String
        var timestamp: String
        var date: String
        var time: String
        var gmt: String
        var venue: String
        var country: String
        var city: String
        var curFight: String
        var eventStart: String
        var eventEnd: String
        var fights: [FeedFight]

        enum CodingKeys: String, CodingKey {
            case eventId = "EventID"
            case timestamp = "Timestamp"
            case date = "Date"
            case time = "Time"
            case gmt = "GMT"
            case venue = "Venue"
            case country = "Country"
            case city = "City"
            case curFight = "CurFight"
            case eventStart = "EventStart"
            case eventEnd = "EventEnd"
            case fights = "Fights"
        }
    }

    struct EventLiveFeedUpdate: Codable, Hashable, Sendable {
        var eventId: String
        var timestamp: String?
        var date: String?
        var time: String?
        var gmt: String?
        var venue: String?
        var country: String?
        var city: String?
        var curFight: String?
        var eventStart: String?
        var eventEnd: String?
        var fights: [FeedFightUpdate]?

        enum CodingKeys: String, CodingKey {
            case eventId = "EventID"
            case timestamp = "Timestamp"
            case date = "Date"
            case time = "Time"
            case gmt = "GMT"
            case venue = "Venue"
            case country = "Country"
            case city = "City"
            case curFight = "CurFight"
            case eventStart = "EventStart"
            case eventEnd = "EventEnd"
            case fights = "Fights"
        }
    }

    /// Announced (the card is not final), finalized (it is), running, or over; as stored, not as the feed says.
    enum EventStatus: String, Codable, CaseIterable, Sendable {
        case announced = "ANNOUNCED"
        case finalized = "FINALIZED"
        case live = "LIVE"
        case postEvent = "POST_EVENT"
    }

    struct EventUpdate: Codable, Hashable, Sendable {
        /// Grows with every snapshot of the event.
        var sequence: Int
        var fmLiveFeed: EventLiveFeedUpdate

        enum CodingKeys: String, CodingKey {
            case sequence
            case fmLiveFeed = "FMLiveFeed"
        }
    }

    struct EventV1: Codable, Hashable, Sendable {
        var id: Int
        /// The day where the event takes place.
        var eventDate: String
        var secondaryFeatureImage: String
        /// A path, or words.
        var ticketImage: String
        /// For example `ETPT`, which goes with a time text in two parts.
        var eventTimeZoneText: String
        var shortDescription: String
        /// Start.
        var eventDategmt: String
        /// End.
        var endEventDategmt: String
        var ticketurl: String
        var ticketSellerName: String?
        var baseTitle: String
        var titleTagLine: String?
        /// The metrics supplier's id of the event, EventID in the feed; not necessarily unique.
        var statid: Int?
        var featureImage: String
        var subtitle: String
        var eventStatus: EventStatus
        var arena: String
        var location: String
        var eventTimeText: String

        enum CodingKeys: String, CodingKey {
            case id
            case eventDate = "event_date"
            case secondaryFeatureImage = "secondary_feature_image"
            case ticketImage = "ticket_image"
            case eventTimeZoneText = "event_time_zone_text"
            case shortDescription = "short_description"
            case eventDategmt = "event_dategmt"
            case endEventDategmt = "end_event_dategmt"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case statid
            case featureImage = "feature_image"
            case subtitle
            case eventStatus = "event_status"
            case arena
            case location
            case eventTimeText = "event_time_text"
        }
    }

    struct FeedAction: Codable, Hashable, Sendable {
        var actionId: String
        var type: String
        var time: String
        var truckTime: String
        var fighter: String
        var round: String

        enum CodingKeys: String, CodingKey {
            case actionId = "ActionID"
            case type = "Type"
            case time = "Time"
            case truckTime = "TruckTime"
            case fighter = "Fighter"
            case round = "Round"
        }
    }

    struct FeedActionUpdate: Codable, Hashable, Sendable {
        var actionId: String
        var type: String?
        var time: String?
        var truckTime: String?
        var fighter: String?
        var round: String?

        enum CodingKeys: String, CodingKey {
            case actionId = "ActionID"
            case type = "Type"
            case time = "Time"
            case truckTime = "TruckTime"
            case fighter = "Fighter"
            case round = "Round"
        }
    }

    struct FeedBorn: Codable, Hashable, Sendable {
        var city: String
        var state: String
        var country: String
        var triCode: String

        enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    struct FeedBornUpdate: Codable, Hashable, Sendable {
        var city: String?
        var state: String?
        var country: String?
        var triCode: String?

        enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    struct FeedFight: Codable, Hashable, Sendable {
        var fightId: String
        var order: String
        var accoladeName: String
        var weightClassId: String
        var weightClassName: String
        var status: String
        var possibleRds: String
        var curRd: String
        var fighters: [FeedFighter]
        var method: String
        var endingRoundNum: String?
        var fightActions: [FeedAction]

        enum CodingKeys: String, CodingKey {
            case fightId = "FightID"
            case order = "Order"
            case accoladeName = "AccoladeName"
            case weightClassId = "WeightClassID"
            case weightClassName = "WeightClassName"
            case status = "Status"
            case possibleRds = "PossibleRds"
            case curRd = "CurRd"
            case fighters = "Fighters"
            case method = "Method"
            case endingRoundNum = "EndingRoundNum"
            case fightActions = "FightActions"
        }
    }

    struct FeedFightUpdate: Codable, Hashable, Sendable {
        var fightId: String
        var order: String?
        var accoladeName: String?
        var weightClassId: String?
        var weightClassName: String?
        var status: String?
        var possibleRds: String?
        var curRd: String?
        var fighters: [FeedFighterUpdate]?
        var method: String?
        var endingRoundNum: String?
        var fightActions: [FeedActionUpdate]?

        enum CodingKeys: String, CodingKey {
            case fightId = "FightID"
            case order = "Order"
            case accoladeName = "AccoladeName"
            case weightClassId = "WeightClassID"
            case weightClassName = "WeightClassName"
            case status = "Status"
            case possibleRds = "PossibleRds"
            case curRd = "CurRd"
            case fighters = "Fighters"
            case method = "Method"
            case endingRoundNum = "EndingRoundNum"
            case fightActions = "FightActions"
        }
    }

    struct FeedFighter: Codable, Hashable, Sendable {
        var fighterId: String
        var color: String
        var firstName: String
        var lastName: String
        var shortName: String
        var fullName: String
        var nickName: String
        var record: FeedRecord
        var fightsOutOf: FeedFightsOutOf
        var born: FeedBorn
        var dob: String
        var height: String
        var weight: String
        var stance: String
        var outcome: String

        enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case color = "Color"
            case firstName = "FirstName"
            case lastName = "LastName"
            case shortName = "ShortName"
            case fullName = "FullName"
            case nickName = "NickName"
            case record = "Record"
            case fightsOutOf = "FightsOutOf"
            case born = "Born"
            case dob = "DOB"
            case height = "Height"
            case weight = "Weight"
            case stance = "Stance"
            case outcome = "Outcome"
        }
    }

    struct FeedFighterUpdate: Codable, Hashable, Sendable {
        var fighterId: String
        var color: String?
        var firstName: String?
        var lastName: String?
        var shortName: String?
        var fullName: String?
        var nickName: String?
        var record: FeedRecordUpdate?
        var fightsOutOf: FeedFightsOutOfUpdate?
        var born: FeedBornUpdate?
        var dob: String?
        var height: String?
        var weight: String?
        var stance: String?
        var outcome: String?

        enum CodingKeys: String, CodingKey {
            case fighterId = "FighterID"
            case color = "Color"
            case firstName = "FirstName"
            case lastName = "LastName"
            case shortName = "ShortName"
            case fullName = "FullName"
            case nickName = "NickName"
            case record = "Record"
            case fightsOutOf = "FightsOutOf"
            case born = "Born"
            case dob = "DOB"
            case height = "Height"
            case weight = "Weight"
            case stance = "Stance"
            case outcome = "Outcome"
        }
    }

    struct FeedFightsOutOf: Codable, Hashable, Sendable {
        var city: String
        var state: String
        var country: String
        var triCode: String

        enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    struct FeedFightsOutOfUpdate: Codable, Hashable, Sendable {
        var city: String?
        var state: String?
        var country: String?
        var triCode: String?

        enum CodingKeys: String, CodingKey {
            case city = "City"
            case state = "State"
            case country = "Country"
            case triCode = "TriCode"
        }
    }

    struct FeedRecord: Codable, Hashable, Sendable {
        var totFights: String
        var win: String
        var loss: String
        var draw: String
        var nc: String

        enum CodingKeys: String, CodingKey {
            case totFights = "TotFights"
            case win = "Win"
            case loss = "Loss"
            case draw = "Draw"
            case nc = "NC"
        }
    }

    struct FeedRecordUpdate: Codable, Hashable, Sendable {
        var totFights: String?
        var win: String?
        var loss: String?
        var draw: String?
        var nc: String?

        enum CodingKeys: String, CodingKey {
            case totFights = "TotFights"
            case win = "Win"
            case loss = "Loss"
            case draw = "Draw"
            case nc = "NC"
        }
    }

    struct Fight: Codable, Hashable, Sendable {
        var id: Int
        var eventId: Int
        /// The metrics supplier's id of the bout.
        var statid: Int?
        /// Place on the card; 1 is the main event.
        var fightcardOrder: Int
        var fightDescription: String?
        var isTitleFight: Bool
        var isMainEvent: Bool
        var isPrelim: Bool
        /// 0: the opponent is not yet known.
        var fighter1Id: Int
        /// Wins, losses and draws.
        var fighter1record: String
        /// Inches; 0 when not known.
        var fighter1height: Int
        /// Pounds; 0 when not known.
        var fighter1weight: Int
        /// Inches.
        var fighter1reach: Int?
        var fighter1odds: NumberOrText?
        /// Null: the opponent is not yet known.
        var fighter1FirstName: String?
        /// Null: the opponent is not yet known.
        var fighter1LastName: String?
        var fighter1Nickname: String?
        var fighter1WeightClass: WeightClass?
        var fighter1Rank: String?
        var fighter1Wins: Int?
        var fighter1Losses: Int?
        var fighter1Draws: Int?
        /// The metrics supplier's id of the fighter.
        var fighter1Statid: Int?
        var fighter1FullBodyImage: String?
        var fighter1ProfileImage: String?
        /// Left out when not known; false before the end.
        var fighter1IsWinner: Bool?
        var fighter1Averagefighttime: String?
        var fighter1AveragefighttimeSeconds: String?
        var fighter1Kdaverage: String?
        var fighter1Slpm: String?
        var fighter1Strikingaccuracy: String?
        var fighter1Sapm: String?
        var fighter1Strikingdefense: String?
        var fighter1Takedownaverage: String?
        var fighter1Takedownaccuracy: String?
        var fighter1Takedowndefense: String?
        var fighter1Submissionsaverage: String?
        /// 0: the opponent is not yet known.
        var fighter2Id: Int
        /// Wins, losses and draws.
        var fighter2record: String
        /// Inches; 0 when not known.
        var fighter2height: Int
        /// Pounds; 0 when not known.
        var fighter2weight: Int
        /// Inches.
        var fighter2reach: Int?
        var fighter2odds: NumberOrText?
        /// Null: the opponent is not yet known.
        var fighter2FirstName: String?
        /// Null: the opponent is not yet known.
        var fighter2LastName: String?
        var fighter2Nickname: String?
        var fighter2WeightClass: WeightClass?
        var fighter2Rank: String?
        var fighter2Wins: Int?
        var fighter2Losses: Int?
        var fighter2Draws: Int?
        /// The metrics supplier's id of the fighter.
        var fighter2Statid: Int?
        var fighter2FullBodyImage: String?
        var fighter2ProfileImage: String?
        /// Left out when not known; false before the end.
        var fighter2IsWinner: Bool?
        var fighter2Averagefighttime: String?
        var fighter2AveragefighttimeSeconds: String?
        var fighter2Kdaverage: String?
        var fighter2Slpm: String?
        var fighter2Strikingaccuracy: String?
        var fighter2Sapm: String?
        var fighter2Strikingdefense: String?
        var fighter2Takedownaverage: String?
        var fighter2Takedownaccuracy: String?
        var fighter2Takedowndefense: String?
        var fighter2Submissionsaverage: String?
        /// Time of the last round, `m:ss`; empty before the end.
        var endingTime: String
        var endingRoundNumber: String?
        var result: FightResult?
        /// Address of the live statistics; its ids are -1 when there are none.
        var fmStatsFeedUrl: String
        /// The same address as the statistics.
        var fmFightRhythmFeedUrl: String

        enum CodingKeys: String, CodingKey {
            case id
            case eventId = "event_id"
            case statid
            case fightcardOrder = "fightcard_order"
            case fightDescription = "fight_description"
            case isTitleFight = "is_title_fight"
            case isMainEvent = "is_main_event"
            case isPrelim = "is_prelim"
            case fighter1Id = "fighter1_id"
            case fighter1record
            case fighter1height
            case fighter1weight
            case fighter1reach
            case fighter1odds
            case fighter1FirstName = "fighter1_first_name"
            case fighter1LastName = "fighter1_last_name"
            case fighter1Nickname = "fighter1_nickname"
            case fighter1WeightClass = "fighter1_weight_class"
            case fighter1Rank = "fighter1_rank"
            case fighter1Wins = "fighter1_wins"
            case fighter1Losses = "fighter1_losses"
            case fighter1Draws = "fighter1_draws"
            case fighter1Statid = "fighter1_statid"
            case fighter1FullBodyImage = "fighter1_full_body_image"
            case fighter1ProfileImage = "fighter1_profile_image"
            case fighter1IsWinner = "fighter1_is_winner"
            case fighter1Averagefighttime = "fighter1_averagefighttime"
            case fighter1AveragefighttimeSeconds = "fighter1_averagefighttime_seconds"
            case fighter1Kdaverage = "fighter1_kdaverage"
            case fighter1Slpm = "fighter1_slpm"
            case fighter1Strikingaccuracy = "fighter1_strikingaccuracy"
            case fighter1Sapm = "fighter1_sapm"
            case fighter1Strikingdefense = "fighter1_strikingdefense"
            case fighter1Takedownaverage = "fighter1_takedownaverage"
            case fighter1Takedownaccuracy = "fighter1_takedownaccuracy"
            case fighter1Takedowndefense = "fighter1_takedowndefense"
            case fighter1Submissionsaverage = "fighter1_submissionsaverage"
            case fighter2Id = "fighter2_id"
            case fighter2record
            case fighter2height
            case fighter2weight
            case fighter2reach
            case fighter2odds
            case fighter2FirstName = "fighter2_first_name"
            case fighter2LastName = "fighter2_last_name"
            case fighter2Nickname = "fighter2_nickname"
            case fighter2WeightClass = "fighter2_weight_class"
            case fighter2Rank = "fighter2_rank"
            case fighter2Wins = "fighter2_wins"
            case fighter2Losses = "fighter2_losses"
            case fighter2Draws = "fighter2_draws"
            case fighter2Statid = "fighter2_statid"
            case fighter2FullBodyImage = "fighter2_full_body_image"
            case fighter2ProfileImage = "fighter2_profile_image"
            case fighter2IsWinner = "fighter2_is_winner"
            case fighter2Averagefighttime = "fighter2_averagefighttime"
            case fighter2AveragefighttimeSeconds = "fighter2_averagefighttime_seconds"
            case fighter2Kdaverage = "fighter2_kdaverage"
            case fighter2Slpm = "fighter2_slpm"
            case fighter2Strikingaccuracy = "fighter2_strikingaccuracy"
            case fighter2Sapm = "fighter2_sapm"
            case fighter2Strikingdefense = "fighter2_strikingdefense"
            case fighter2Takedownaverage = "fighter2_takedownaverage"
            case fighter2Takedownaccuracy = "fighter2_takedownaccuracy"
            case fighter2Takedowndefense = "fighter2_takedowndefense"
            case fighter2Submissionsaverage = "fighter2_submissionsaverage"
            case endingTime = "ending_time"
            case endingRoundNumber = "ending_round_number"
            case result
            case fmStatsFeedUrl = "fm_stats_feed_url"
            case fmFightRhythmFeedUrl = "fm_fight_rhythm_feed_url"
        }
    }

    struct FightResult: Codable, Hashable, Sendable {
        var method: String?
        var endingRound: String?
        /// Time of the last round, `m:ss`; empty before the end.
        var endingTime: String
        var submission: String?
        var endStrike: String?
        var endTarget: String?
        var endPosition: String?
        var endNotes: String?
        var fightOfTheNight: Bool?
        var scores: [FightScore]

        enum CodingKeys: String, CodingKey {
            case method = "Method"
            case endingRound = "EndingRound"
            case endingTime = "EndingTime"
            case submission = "Submission"
            case endStrike = "EndStrike"
            case endTarget = "EndTarget"
            case endPosition = "EndPosition"
            case endNotes = "EndNotes"
            case fightOfTheNight = "FightOfTheNight"
            case scores = "Scores"
        }
    }

    /// One judge's scores; four empty strings before the end.
    struct FightScore: Codable, Hashable, Sendable {
        var judgeFirstName: String
        var judgeLastName: String
        var winnerScore: String
        var loserScore: String

        enum CodingKeys: String, CodingKey {
            case judgeFirstName = "JudgeFirstName"
            case judgeLastName = "JudgeLastName"
            case winnerScore = "WinnerScore"
            case loserScore = "LoserScore"
        }
    }

    struct Fighter: Codable, Hashable, Sendable {
        var id: Int
        var nickname: String?
        /// Null, which is rare: the record is not known.
        var wins: Int?
        var losses: Int?
        var draws: Int?
        /// The metrics supplier's id of the fighter.
        var statid: Int?
        var lastName: String
        var firstName: String
        var weightClass: WeightClass?
        var titleHolder: Bool
        var fighterStatus: FighterStatus
        var rank: Rank?
        var poundForPoundRank: PoundForPoundRank?
        var thumbnail: String
        var profileImage: String
        /// Past and present champions only.
        var beltThumbnail: String?
        var leftFullBodyImage: String?
        var rightFullBodyImage: String?
        /// Web page of the fighter, the slug after `/fighter/`.
        var link: String

        enum CodingKeys: String, CodingKey {
            case id
            case nickname
            case wins
            case losses
            case draws
            case statid
            case lastName = "last_name"
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case fighterStatus = "fighter_status"
            case rank
            case poundForPoundRank = "pound_for_pound_rank"
            case thumbnail
            case profileImage = "profile_image"
            case beltThumbnail = "belt_thumbnail"
            case leftFullBodyImage = "left_full_body_image"
            case rightFullBodyImage = "right_full_body_image"
            case link
        }
    }

    struct FighterDetail: Codable, Hashable, Sendable {
        var id: Int
        var nickname: String?
        /// Null, which is rare: the record is not known.
        var wins: Int?
        var losses: Int?
        var draws: Int?
        /// The metrics supplier's id of the fighter.
        var statid: Int?
        var lastName: String
        var firstName: String
        var weightClass: WeightClass?
        var titleHolder: Bool
        var fighterStatus: FighterStatus
        var rank: Rank?
        var poundForPoundRank: PoundForPoundRank?
        var thumbnail: String
        var profileImage: String
        /// Past and present champions only.
        var beltThumbnail: String?
        var leftFullBodyImage: String?
        var rightFullBodyImage: String?
        /// Web page of the fighter, the slug after `/fighter/`.
        var link: String
        var cityResiding: String?
        var stateResiding: String?
        var countryResiding: String?
        /// Birth date.
        var dob: String?
        var storeLink: String?
        /// Inches; 0 when not known.
        var height: Int
        /// The height in feet and inches, for reading.
        var heightFt: String?
        /// Pounds.
        var weight: Int?
        /// Kilograms.
        var weightKg: Double?
        var strengths: String?
        var koTkoWins: Int
        var submissionWins: Int
        var decisionWins: Int
        var averageFightTime: String?
        var averageFightTimeSeconds: String?
        var kdAverage: String?
        /// Significant strikes landed per minute.
        var sLpM: String?
        var strikingAccuracy: String?
        /// Significant strikes absorbed per minute.
        var sApM: String?
        var strikingDefense: String?
        var takedownAverage: String?
        var takedownAccuracy: String?
        var takedownDefense: String?
        var submissionsAverage: String?
        /// Mean of the division.
        var avgSLpM: Double?
        /// Maximum of the division.
        var maxSLpM: Double?
        /// Mean of the division.
        var avgSApM: Double?
        /// Maximum of the division.
        var maxSApM: Double?
        /// Mean of the division.
        var avgTd: Double?
        /// Maximum of the division.
        var maxTd: Double?
        /// Mean of the division.
        var avgSubmissionAttempts: Double?
        /// Maximum of the division.
        var maxSubmissionAttempts: Double?
        /// Newest first; left out when there are none.
        var fights: [CareerBout]?

        enum CodingKeys: String, CodingKey {
            case id
            case nickname
            case wins
            case losses
            case draws
            case statid
            case lastName = "last_name"
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case fighterStatus = "fighter_status"
            case rank
            case poundForPoundRank = "pound_for_pound_rank"
            case thumbnail
            case profileImage = "profile_image"
            case beltThumbnail = "belt_thumbnail"
            case leftFullBodyImage = "left_full_body_image"
            case rightFullBodyImage = "right_full_body_image"
            case link
            case cityResiding = "city_residing"
            case stateResiding = "state_residing"
            case countryResiding = "country_residing"
            case dob
            case storeLink = "store_link"
            case height
            case heightFt = "height_ft"
            case weight
            case weightKg = "weight_kg"
            case strengths
            case koTkoWins = "ko_tko_wins"
            case submissionWins = "submission_wins"
            case decisionWins = "decision_wins"
            case averageFightTime = "AverageFightTime"
            case averageFightTimeSeconds = "AverageFightTime_Seconds"
            case kdAverage = "KDAverage"
            case sLpM = "SLpM"
            case strikingAccuracy = "StrikingAccuracy"
            case sApM = "SApM"
            case strikingDefense = "StrikingDefense"
            case takedownAverage = "TakedownAverage"
            case takedownAccuracy = "TakedownAccuracy"
            case takedownDefense = "TakedownDefense"
            case submissionsAverage = "SubmissionsAverage"
            case avgSLpM = "avg_SLpM"
            case maxSLpM = "max_SLpM"
            case avgSApM = "avg_SApM"
            case maxSApM = "max_SApM"
            case avgTd = "avg_TD"
            case maxTd = "max_TD"
            case avgSubmissionAttempts = "avg_submission_attempts"
            case maxSubmissionAttempts = "max_submission_attempts"
            case fights
        }
    }

    struct FighterDetailV1: Codable, Hashable, Sendable {
        var id: Int
        /// Null, which is rare: the record is not known.
        var wins: Int?
        /// The metrics supplier's id of the fighter.
        var statid: Int?
        var losses: Int?
        var lastName: String
        var weightClass: WeightClass?
        var titleHolder: Bool
        var draws: Int?
        var firstName: String
        var fighterStatus: FighterStatus
        var thumbnail: String
        /// Past and present champions only.
        var beltThumbnail: String?
        var cityResiding: String?
        var stateResiding: String?
        var countryResiding: String?
        /// Birth date.
        var dob: String?
        var storeLink: String?
        /// Inches; 0 when not known.
        var height: Int
        /// The height in feet and inches, for reading.
        var heightFt: String?
        /// Pounds.
        var weight: Int?
        /// Kilograms.
        var weightKg: Double?
        var strengths: String?
        var koTkoWins: Int
        var submissionWins: Int
        var decisionWins: Int
        var averageFightTime: String?
        var averageFightTimeSeconds: String?
        var kdAverage: String?
        /// Significant strikes landed per minute.
        var sLpM: String?
        var strikingAccuracy: String?
        /// Significant strikes absorbed per minute.
        var sApM: String?
        var strikingDefense: String?
        var takedownAverage: String?
        var takedownAccuracy: String?
        var takedownDefense: String?
        var submissionsAverage: String?
        /// Mean of the division.
        var avgSLpM: Double?
        /// Maximum of the division.
        var maxSLpM: Double?
        /// Mean of the division.
        var avgSApM: Double?
        /// Maximum of the division.
        var maxSApM: Double?
        /// Mean of the division.
        var avgTd: Double?
        /// Maximum of the division.
        var maxTd: Double?
        /// Mean of the division.
        var avgSubmissionAttempts: Double?
        /// Maximum of the division.
        var maxSubmissionAttempts: Double?
        /// Newest first; left out when there are none.
        var fights: [CareerBout]?

        enum CodingKeys: String, CodingKey {
            case id
            case wins
            case statid
            case losses
            case lastName = "last_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case draws
            case firstName = "first_name"
            case fighterStatus = "fighter_status"
            case thumbnail
            case beltThumbnail = "belt_thumbnail"
            case cityResiding = "city_residing"
            case stateResiding = "state_residing"
            case countryResiding = "country_residing"
            case dob
            case storeLink = "store_link"
            case height
            case heightFt = "height_ft"
            case weight
            case weightKg = "weight_kg"
            case strengths
            case koTkoWins = "ko_tko_wins"
            case submissionWins = "submission_wins"
            case decisionWins = "decision_wins"
            case averageFightTime = "AverageFightTime"
            case averageFightTimeSeconds = "AverageFightTime_Seconds"
            case kdAverage = "KDAverage"
            case sLpM = "SLpM"
            case strikingAccuracy = "StrikingAccuracy"
            case sApM = "SApM"
            case strikingDefense = "StrikingDefense"
            case takedownAverage = "TakedownAverage"
            case takedownAccuracy = "TakedownAccuracy"
            case takedownDefense = "TakedownDefense"
            case submissionsAverage = "SubmissionsAverage"
            case avgSLpM = "avg_SLpM"
            case maxSLpM = "max_SLpM"
            case avgSApM = "avg_SApM"
            case maxSApM = "max_SApM"
            case avgTd = "avg_TD"
            case maxTd = "max_TD"
            case avgSubmissionAttempts = "avg_submission_attempts"
            case maxSubmissionAttempts = "max_submission_attempts"
            case fights
        }
    }

    enum FighterStatus: String, Codable, CaseIterable, Sendable {
        case active = "Active"
        case notFighting = "NotFighting"
    }

    struct FighterV1: Codable, Hashable, Sendable {
        var id: Int
        /// Null, which is rare: the record is not known.
        var wins: Int?
        /// The metrics supplier's id of the fighter.
        var statid: Int?
        var losses: Int?
        var lastName: String
        var weightClass: WeightClass?
        var titleHolder: Bool
        var draws: Int?
        var firstName: String
        var fighterStatus: FighterStatus
        var thumbnail: String
        /// Past and present champions only.
        var beltThumbnail: String?

        enum CodingKeys: String, CodingKey {
            case id
            case wins
            case statid
            case losses
            case lastName = "last_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case draws
            case firstName = "first_name"
            case fighterStatus = "fighter_status"
            case thumbnail
            case beltThumbnail = "belt_thumbnail"
        }
    }

    struct Health: Codable, Hashable, Sendable {
        /// Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503.
        var status: HealthStatus
        var version: HealthVersion
        var locale: HealthLocale
        /// Clock of the server.
        var time: String

        enum CodingKeys: String, CodingKey {
            case status
            case version
            case locale
            case time
        }
    }

    enum HealthLocale: String, Codable, CaseIterable, Sendable {
        case esUs = "es_US"
        case enUs = "en_US"
    }

    /// Degraded: the store is away or refuses writes, what was read before is still served. Down comes with 503.
    enum HealthStatus: String, Codable, CaseIterable, Sendable {
        case ok = "ok"
        case degraded = "degraded"
        case down = "down"
    }

    enum HealthVersion: String, Codable, CaseIterable, Sendable {
        case v3 = "v3"
        case v1 = "v1"
    }

    struct Instructions: Codable, Hashable, Sendable {
        var title: String
        /// HTML.
        var body: String
        var locale: InstructionsLocale

        enum CodingKeys: String, CodingKey {
            case title
            case body
            case locale
        }
    }

    enum InstructionsLocale: String, Codable, CaseIterable, Sendable {
        case esUs = "es_US"
        case enUs = "en_US"
    }

    struct Live: Codable, Hashable, Sendable {
        /// Whether the event is the live event.
        var live: Bool
        var eventId: Int?
        var title: String?
        /// HLS.
        var mobileStreamUrl: String?
        var startsAt: String?
        var endsAt: String?

        enum CodingKeys: String, CodingKey {
            case live
            case eventId = "event_id"
            case title
            case mobileStreamUrl = "mobile_stream_url"
            case startsAt = "starts_at"
            case endsAt = "ends_at"
        }
    }

    struct LiveContent: Codable, Hashable, Sendable {
        var event: Event?
        var media: [Media]
        var news: [News]

        enum CodingKeys: String, CodingKey {
            case event
            case media
            case news
        }
    }

    struct LiveContentV1: Codable, Hashable, Sendable {
        var event: EventV1?
        var media: [Media]
        var news: [News]

        enum CodingKeys: String, CodingKey {
            case event
            case media
            case news
        }
    }

    struct LiveEventUrl: Codable, Hashable, Sendable {
        /// Null also while no stored event has the statid.
        var eventId: Int?
        /// EventID in the feed.
        var statid: Int?
        var liveEventUrl: String?

        enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case statid
            case liveEventUrl = "live_event_url"
        }
    }

    enum LiveUpdate: Codable, Hashable, Sendable {
        case boutUpdate(BoutUpdate)
        case eventUpdate(EventUpdate)

        private enum CodingKeys: String, CodingKey {
            case type = "Type"
        }

        init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.type) || members.decodeNil(forKey: .type)
            self = isAbsent ? .eventUpdate(try EventUpdate(from: decoder)) : .boutUpdate(try BoutUpdate(from: decoder))
        }

        func encode(to encoder: Encoder) throws {
            switch self {
            case .boutUpdate(let value): try value.encode(to: encoder)
            case .eventUpdate(let value): try value.encode(to: encoder)
            }
        }
    }

    struct Media: Codable, Hashable, Sendable {
        var id: Int
        var mediaDate: String
        var type: MediaType
        var description: String
        var moreLinkText: String
        var thumbnail: String
        var moreLinkurl: String
        /// Path on the video host, of an internal video.
        var internalUrl: String
        var title: String
        /// Whose player an embedded video needs; an open list.
        var embeddedType: String?
        /// Id of an embedded video at its host.
        var embeddedId: String?
        /// HLS.
        var mobileStreamUrl: String?
        /// MP4.
        var mobileVideoUrl: String?
        var lastModified: String
        var created: String
        var publishedStartDate: String
        /// Slug; not necessarily unique.
        var urlName: String
        var keywordIds: [Int]

        enum CodingKeys: String, CodingKey {
            case id
            case mediaDate = "media_date"
            case type
            case description
            case moreLinkText = "more_link_text"
            case thumbnail
            case moreLinkurl = "more_linkurl"
            case internalUrl = "internal_url"
            case title
            case embeddedType = "embedded_type"
            case embeddedId = "embedded_id"
            case mobileStreamUrl = "mobile_stream_url"
            case mobileVideoUrl = "mobile_video_url"
            case lastModified = "last_modified"
            case created
            case publishedStartDate = "published_start_date"
            case urlName = "url_name"
            case keywordIds = "keyword_ids"
        }
    }

    struct MediaItem: Codable, Hashable, Sendable {
        var id: Int
        var mediaDate: String
        var type: MediaType
        var description: String
        var moreLinkText: String
        var thumbnail: String
        var moreLinkurl: String
        /// Path on the video host, of an internal video.
        var internalUrl: String
        var title: String
        /// Whose player an embedded video needs; an open list.
        var embeddedType: String?
        /// Id of an embedded video at its host.
        var embeddedId: String?
        /// HLS.
        var mobileStreamUrl: String?
        /// MP4.
        var mobileVideoUrl: String?
        var lastModified: String
        var created: String
        var publishedStartDate: String
        /// Slug; not necessarily unique.
        var urlName: String
        var keywordIds: [Int]
        /// The photos of a photo gallery, in its order.
        var photos: [Photo]

        enum CodingKeys: String, CodingKey {
            case id
            case mediaDate = "media_date"
            case type
            case description
            case moreLinkText = "more_link_text"
            case thumbnail
            case moreLinkurl = "more_linkurl"
            case internalUrl = "internal_url"
            case title
            case embeddedType = "embedded_type"
            case embeddedId = "embedded_id"
            case mobileStreamUrl = "mobile_stream_url"
            case mobileVideoUrl = "mobile_video_url"
            case lastModified = "last_modified"
            case created
            case publishedStartDate = "published_start_date"
            case urlName = "url_name"
            case keywordIds = "keyword_ids"
            case photos
        }
    }

    enum MediaType: String, Codable, CaseIterable, Sendable {
        case embeddedvideo = "EMBEDDEDVIDEO"
        case internalvideo = "INTERNALVIDEO"
        case photogallery = "PHOTOGALLERY"
    }

    struct MetricsEntry: Codable, Hashable, Sendable {
        var eventId: Int
        /// EventID in the feed.
        var statid: Int
        var baseTitle: String
        var titleTagLine: String?
        var eventDategmt: String
        var eventStatus: EventStatus
        /// Null until a feed is received.
        var liveEventUrl: String?
        var fmFntFeedUrl: String

        enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case statid
            case baseTitle = "base_title"
            case titleTagLine = "title_tag_line"
            case eventDategmt = "event_dategmt"
            case eventStatus = "event_status"
            case liveEventUrl = "live_event_url"
            case fmFntFeedUrl = "fm_fnt_feed_url"
        }
    }

    struct News: Codable, Hashable, Sendable {
        var id: Int
        /// Caption of the link to an off-site article.
        var externalUrlText: String
        /// Address of an off-site article.
        var externalUrl: String
        var author: String?
        var title: String
        /// The leading media item.
        var articleMediaId: Int?
        /// The fighter the article is about.
        var articleFighterId: Int?
        var articleDate: String
        var thumbnail: String
        /// Teaser; may hold HTML.
        var introduction: String
        var featuredNewsCategory: String?
        var lastModified: String
        /// Slug; not necessarily unique.
        var urlName: String
        var created: String?
        /// A date in the future does not hide the article.
        var publishedStartDate: String?
        var keywordIds: [Int]

        enum CodingKeys: String, CodingKey {
            case id
            case externalUrlText = "external_url_text"
            case externalUrl = "external_url"
            case author
            case title
            case articleMediaId = "article_media_id"
            case articleFighterId = "article_fighter_id"
            case articleDate = "article_date"
            case thumbnail
            case introduction
            case featuredNewsCategory = "featured_news_category"
            case lastModified = "last_modified"
            case urlName = "url_name"
            case created
            case publishedStartDate = "published_start_date"
            case keywordIds = "keyword_ids"
        }
    }

    struct ParameterError: Codable, Hashable, Sendable {
        /// Name of a path or query parameter.
        var parameter: String
        var detail: String

        enum CodingKeys: String, CodingKey {
            case parameter
            case detail
        }
    }

    struct Photo: Codable, Hashable, Sendable {
        var id: Int
        var thumbnailPath: String
        var path: String
        var caption: String
        /// Place in the gallery, ascending.
        var galleryOrder: Int
        /// The media item the photo belongs to.
        var mediaId: Int

        enum CodingKeys: String, CodingKey {
            case id
            case thumbnailPath = "thumbnail_path"
            case path
            case caption
            case galleryOrder = "gallery_order"
            case mediaId = "media_id"
        }
    }

    /// Place among the fighters of every division.
    enum PoundForPoundRank: String, Codable, CaseIterable, Sendable {
        case value1 = "1"
        case value2 = "2"
        case value3 = "3"
        case value4 = "4"
        case value5 = "5"
        case value6 = "6"
        case value7 = "7"
        case value8 = "8"
        case value9 = "9"
        case value10 = "10"
        case value11 = "11"
        case value12 = "12"
        case value13 = "13"
        case value14 = "14"
        case value15 = "15"
    }

    struct ProblemDetails: Codable, Hashable, Sendable {
        /// What kind of problem this is; the only member to tell problems apart by.
        var type: String
        var title: String
        /// The HTTP status.
        var status: Int
        /// What went wrong this time, in the language of the family.
        var detail: String
        /// Path of the request.
        var instance: String
        /// With 400 and 422: each value that does not fit.
        var errors: [ProblemDetailsErrorsItem]?
        /// With voting-closed and scoring-closed: since when.
        var closedAt: String?
        /// With sequence-conflict: the number stored.
        var sequence: Int?

        enum CodingKeys: String, CodingKey {
            case type
            case title
            case status
            case detail
            case instance
            case errors
            case closedAt = "closed_at"
            case sequence
        }
    }

    enum ProblemDetailsErrorsItem: Codable, Hashable, Sendable {
        case bodyError(BodyError)
        case parameterError(ParameterError)

        private enum CodingKeys: String, CodingKey {
            case pointer = "pointer"
        }

        init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.pointer) || members.decodeNil(forKey: .pointer)
            self = isAbsent ? .parameterError(try ParameterError(from: decoder)) : .bodyError(try BodyError(from: decoder))
        }

        func encode(to encoder: Encoder) throws {
            switch self {
            case .bodyError(let value): try value.encode(to: encoder)
            case .parameterError(let value): try value.encode(to: encoder)
            }
        }
    }

    /// Place in the division; `C` is its champion.
    enum Rank: String, Codable, CaseIterable, Sendable {
        case c = "C"
        case value1 = "1"
        case value2 = "2"
        case value3 = "3"
        case value4 = "4"
        case value5 = "5"
        case value6 = "6"
        case value7 = "7"
        case value8 = "8"
        case value9 = "9"
        case value10 = "10"
        case value11 = "11"
        case value12 = "12"
        case value13 = "13"
        case value14 = "14"
        case value15 = "15"
    }

    struct RingPresenter: Codable, Hashable, Sendable {
        var id: Int
        var firstName: String
        var lastName: String
        var dateOfBirth: String
        /// Inches; 0 when not known.
        var height: Int
        /// Pounds; 0 when not known.
        var weight: Int
        var cityResiding: String
        var stateResiding: String
        var countryResiding: String
        /// HTML.
        var biography1: String
        /// HTML.
        var biography2: String
        var biographyHeader: String
        var shortDescription: String
        var quote: String
        var hobbies: String
        var favoriteFoods: String
        var favoritetvshows: String
        var careerGoals: String
        /// Kept for existing clients; left empty.
        var turnOns: String
        /// Kept for existing clients; left empty.
        var waysToPickUp: String
        var bannerBackgroundImage: String
        var largeProfilePicture: String
        var mediumProfilePicture: String
        var twitterUsername: String
        var twitterHashtag: String
        var websiteurl: String
        var storeurl: String
        var youtubeChannelurl: String
        var largeBodyPicture: String?
        var twitterFeedFileName: String?
        /// The media item about her.
        var octagonGirlMediaId: Int?
        var gallery: [Photo]

        enum CodingKeys: String, CodingKey {
            case id
            case firstName = "first_name"
            case lastName = "last_name"
            case dateOfBirth = "date_of_birth"
            case height
            case weight
            case cityResiding = "city_residing"
            case stateResiding = "state_residing"
            case countryResiding = "country_residing"
            case biography1
            case biography2
            case biographyHeader = "biography_header"
            case shortDescription = "short_description"
            case quote
            case hobbies
            case favoriteFoods = "favorite_foods"
            case favoritetvshows
            case careerGoals = "career_goals"
            case turnOns = "turn_ons"
            case waysToPickUp = "ways_to_pick_up"
            case bannerBackgroundImage = "banner_background_image"
            case largeProfilePicture = "large_profile_picture"
            case mediumProfilePicture = "medium_profile_picture"
            case twitterUsername = "twitter_username"
            case twitterHashtag = "twitter_hashtag"
            case websiteurl
            case storeurl
            case youtubeChannelurl = "youtube_channelurl"
            case largeBodyPicture = "large_body_picture"
            case twitterFeedFileName = "twitter_feed_file_name"
            case octagonGirlMediaId = "octagon_girl_media_id"
            case gallery
        }
    }

    struct Root: Codable, Hashable, Sendable {
        var version: RootVersion
        var locale: RootLocale
        /// Every route of this family.
        var routes: [RootRoutesItem]

        enum CodingKeys: String, CodingKey {
            case version
            case locale
            case routes
        }
    }

    enum RootLocale: String, Codable, CaseIterable, Sendable {
        case esUs = "es_US"
        case enUs = "en_US"
    }

    struct RootRoutesItem: Codable, Hashable, Sendable {
        var name: String
        var method: RootRoutesItemMethod
        /// Template with `:name` parameters; a segment in parentheses may be left out.
        var path: String

        enum CodingKeys: String, CodingKey {
            case name
            case method
            case path
        }
    }

    enum RootRoutesItemMethod: String, Codable, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
    }

    enum RootVersion: String, Codable, CaseIterable, Sendable {
        case v3 = "v3"
        case v1 = "v1"
    }

    struct RoundScoring: Codable, Hashable, Sendable {
        var eventId: Int
        var statid: Int?
        /// In the order of the card.
        var fights: [ScoringFight]

        enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case statid
            case fights
        }
    }

    /// Exactly one of `fight_id` and `fight_statid` is given.
    struct ScoreBody: Codable, Hashable, Sendable {
        var eventId: Int
        var roundNum: Int
        var fighter1Score: Int
        var fighter2Score: Int
        /// An unguessable id the app made once; whoever knows it can change its scores.
        var clientId: String
        var fightId: Int?
        var fightStatid: Int?

        enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case roundNum = "round_num"
            case fighter1Score = "fighter1_score"
            case fighter2Score = "fighter2_score"
            case clientId = "client_id"
            case fightId = "fight_id"
            case fightStatid = "fight_statid"
        }
    }

    struct Scorecard: Codable, Hashable, Sendable {
        /// Always "ok".
        var status: String
        var eventId: Int
        var fightId: Int
        var roundNum: Int
        var fighter1Score: Int
        var fighter2Score: Int
        /// An unguessable id the app made once; whoever knows it can change its scores.
        var clientId: String

        enum CodingKeys: String, CodingKey {
            case status
            case eventId = "event_id"
            case fightId = "fight_id"
            case roundNum = "round_num"
            case fighter1Score = "fighter1_score"
            case fighter2Score = "fighter2_score"
            case clientId = "client_id"
        }
    }

    struct ScoringFight: Codable, Hashable, Sendable {
        var fightId: Int
        var fightStatid: Int?
        var fighter1Statid: Int?
        var fighter2Statid: Int?
        var fighter1LastName: String?
        var fighter2LastName: String?
        /// 0 before the first.
        var currentRound: Int
        /// One per scheduled round, ascending.
        var rounds: [ScoringRound]

        enum CodingKeys: String, CodingKey {
            case fightId = "fight_id"
            case fightStatid = "fight_statid"
            case fighter1Statid = "fighter1_statid"
            case fighter2Statid = "fighter2_statid"
            case fighter1LastName = "fighter1_last_name"
            case fighter2LastName = "fighter2_last_name"
            case currentRound = "current_round"
            case rounds
        }
    }

    struct ScoringRound: Codable, Hashable, Sendable {
        var roundNum: Int
        /// Mean of the scorecards, rounded half up; 0.00 without one.
        var fighter1Score: String
        /// Mean of the scorecards, rounded half up; 0.00 without one.
        var fighter2Score: String
        var scoresCount: Int
        /// Whether the round takes scores now.
        var open: Bool

        enum CodingKeys: String, CodingKey {
            case roundNum = "round_num"
            case fighter1Score = "fighter1_score"
            case fighter2Score = "fighter2_score"
            case scoresCount = "scores_count"
            case open
        }
    }

    struct Stat: Codable, Hashable, Sendable {
        /// The metrics supplier's id of the fighter.
        var statid: Int
        var stat: StatName
        /// A number as a string; `m:ss` for the two fight times.
        var value: String
        var rank: Int
        var born: CountryKey
        var fighterId: Int?
        var firstName: String?
        var lastName: String?
        var weightClass: WeightClass?

        enum CodingKeys: String, CodingKey {
            case statid
            case stat
            case value = "Value"
            case rank = "Rank"
            case born = "Born"
            case fighterId = "fighter_id"
            case firstName = "first_name"
            case lastName = "last_name"
            case weightClass = "weight_class"
        }
    }

    enum StatName: String, Codable, CaseIterable, Sendable {
        case avgFightTimeLong = "AvgFightTimeLong"
        case avgFightTimeShort = "AvgFightTimeShort"
        case takedownsLanded = "TakedownsLanded"
        case takedownDefense = "TakedownDefense"
        case takedownAccuracy = "TakedownAccuracy"
        case submissionAttempts = "SubmissionAttempts"
        case submissionAverage = "SubmissionAverage"
        case sigStrikesLanded = "SigStrikesLanded"
        case sigStrikesAccuracy = "SigStrikesAccuracy"
        case knockdowns = "Knockdowns"
        case sLpM = "SLpM"
        case sApM = "SApM"
        case plusMinus = "PlusMinus"
        case sigStrikingDefense = "SigStrikingDefense"
        case totStrikesLanded = "TotStrikesLanded"
    }

    struct StatsFilters: Codable, Hashable, Sendable {
        var weightClass: [StatsFiltersWeightClassItem]
        /// The countries that occur.
        var bornCountry: [StatsFiltersBornCountryItem]
        var stat: [StatsFiltersStatItem]

        enum CodingKeys: String, CodingKey {
            case weightClass = "weight_class"
            case bornCountry = "born_country"
            case stat
        }
    }

    struct StatsFiltersBornCountryItem: Codable, Hashable, Sendable {
        var key: CountryKey
        /// Words for the key, or the key itself.
        var value: String

        enum CodingKeys: String, CodingKey {
            case key
            case value
        }
    }

    struct StatsFiltersStatItem: Codable, Hashable, Sendable {
        var key: StatName
        /// Words for the key, or the key itself.
        var value: String

        enum CodingKeys: String, CodingKey {
            case key
            case value
        }
    }

    struct StatsFiltersWeightClassItem: Codable, Hashable, Sendable {
        var key: StatsWeightKey
        /// Words for the key, or the key itself.
        var value: String

        enum CodingKeys: String, CodingKey {
            case key
            case value
        }
    }

    enum StatsWeightKey: String, Codable, CaseIterable, Sendable {
        case all = "all"
        case wbw = "wbw"
        case hw = "hw"
        case lhw = "lhw"
        case mw = "mw"
        case ww = "ww"
        case lw = "lw"
        case bw = "bw"
        case ftw = "ftw"
        case flw = "flw"
        case wsw = "wsw"
        case wflw = "wflw"
        case wftw = "wftw"
    }

    struct Tickets: Codable, Hashable, Sendable {
        var eventId: Int
        var ticketurl: String
        var ticketSellerName: String?
        /// A path, or words.
        var ticketImage: String
        var ticketGeneralSaleDate: String?
        var ticketGeneralSaleText: String

        enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case ticketurl
            case ticketSellerName = "ticket_seller_name"
            case ticketImage = "ticket_image"
            case ticketGeneralSaleDate = "ticket_general_sale_date"
            case ticketGeneralSaleText = "ticket_general_sale_text"
        }
    }

    enum TitleHolder: Codable, Hashable, Sendable {
        case champion(Champion)
        case vacantTitle(VacantTitle)

        private enum CodingKeys: String, CodingKey {
            case id = "id"
        }

        init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.id) || members.decodeNil(forKey: .id)
            self = isAbsent ? .vacantTitle(try VacantTitle(from: decoder)) : .champion(try Champion(from: decoder))
        }

        func encode(to encoder: Encoder) throws {
            switch self {
            case .champion(let value): try value.encode(to: encoder)
            case .vacantTitle(let value): try value.encode(to: encoder)
            }
        }
    }

    enum TitleHolderV1: Codable, Hashable, Sendable {
        case championV1(ChampionV1)
        case vacantTitleV1(VacantTitleV1)

        private enum CodingKeys: String, CodingKey {
            case id = "id"
        }

        init(from decoder: Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let isAbsent = try !members.contains(.id) || members.decodeNil(forKey: .id)
            self = isAbsent ? .vacantTitleV1(try VacantTitleV1(from: decoder)) : .championV1(try ChampionV1(from: decoder))
        }

        func encode(to encoder: Encoder) throws {
            switch self {
            case .championV1(let value): try value.encode(to: encoder)
            case .vacantTitleV1(let value): try value.encode(to: encoder)
            }
        }
    }

    struct Translation: Codable, Hashable, Sendable {
        /// Name of the bundle; an integer when it is numeric.
        var id: NumberOrText
        var locale: TranslationLocale
        /// Text by key.
        var translations: [String: String]

        enum CodingKeys: String, CodingKey {
            case id
            case locale
            case translations
        }
    }

    enum TranslationLocale: String, Codable, CaseIterable, Sendable {
        case esUs = "es_US"
    }

    struct UpdateResult: Codable, Hashable, Sendable {
        /// Always "ok".
        var status: String
        var eventId: String
        /// Null for an event's snapshot.
        var fightId: String?
        /// The one now stored.
        var sequence: Int
        var applied: Bool
        /// Why the snapshot changed nothing.
        var reason: UpdateResultReason?
        /// Counts the event's applied snapshots of both kinds.
        var version: Int

        enum CodingKeys: String, CodingKey {
            case status
            case eventId = "EventID"
            case fightId = "FightID"
            case sequence
            case applied
            case reason
            case version
        }
    }

    enum UpdateResultReason: String, Codable, CaseIterable, Sendable {
        case duplicate = "duplicate"
        case stale = "stale"
    }

    /// A division without a title holder.
    struct VacantTitle: Codable, Hashable, Sendable {
        /// Always 0.
        var wins: Int
        /// Always 0.
        var losses: Int
        /// Always 0.
        var draws: Int
        /// Words that say the holder is to be determined.
        var firstName: String
        var weightClass: WeightClass
        /// Always true.
        var titleHolder: Bool
        var beltThumbnail: String
        var profileImage: String
        var link: String

        enum CodingKeys: String, CodingKey {
            case wins
            case losses
            case draws
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case beltThumbnail = "belt_thumbnail"
            case profileImage = "profile_image"
            case link
        }
    }

    /// A division without a title holder.
    struct VacantTitleV1: Codable, Hashable, Sendable {
        /// Always 0.
        var wins: Int
        /// Always 0.
        var losses: Int
        /// Always 0.
        var draws: Int
        /// Words that say the holder is to be determined.
        var firstName: String
        var weightClass: WeightClass
        /// Always true.
        var titleHolder: Bool
        var beltThumbnail: String

        enum CodingKeys: String, CodingKey {
            case wins
            case losses
            case draws
            case firstName = "first_name"
            case weightClass = "weight_class"
            case titleHolder = "title_holder"
            case beltThumbnail = "belt_thumbnail"
        }
    }

    struct Vote: Codable, Hashable, Sendable {
        var fightId: Int
        var roundNum: Int
        var fighterStatid: Int
        /// An unguessable id the app made once; whoever knows it can move its votes.
        var clientId: String
        /// Always true.
        var voted: Bool
        /// When the client's vote went to this fighter.
        var created: String

        enum CodingKeys: String, CodingKey {
            case fightId = "fight_id"
            case roundNum = "round_num"
            case fighterStatid = "fighter_statid"
            case clientId = "client_id"
            case voted
            case created
        }
    }

    struct VoteBody: Codable, Hashable, Sendable {
        var roundNum: Int
        /// One of the fight's two.
        var fighterStatid: Int
        /// An unguessable id the app made once; whoever knows it can move its votes.
        var clientId: String

        enum CodingKeys: String, CodingKey {
            case roundNum = "round_num"
            case fighterStatid = "fighter_statid"
            case clientId = "client_id"
        }
    }

    struct VoteRound: Codable, Hashable, Sendable {
        var roundNum: Int
        var fighter1Votes: Int
        var fighter2Votes: Int
        /// Rounded half up.
        var fighter1Percentage: String
        /// The rest to 100.00; both 0.00 without votes.
        var fighter2Percentage: String

        enum CodingKeys: String, CodingKey {
            case roundNum = "round_num"
            case fighter1Votes = "fighter1_votes"
            case fighter2Votes = "fighter2_votes"
            case fighter1Percentage = "fighter1_percentage"
            case fighter2Percentage = "fighter2_percentage"
        }
    }

    struct VoteTally: Codable, Hashable, Sendable {
        var fightId: Int
        var fighter1Statid: Int?
        var fighter2Statid: Int?
        /// Of all rounds.
        var totalVotes: Int
        /// One per scheduled round, ascending.
        var rounds: [VoteRound]

        enum CodingKeys: String, CodingKey {
            case fightId = "fight_id"
            case fighter1Statid = "fighter1_statid"
            case fighter2Statid = "fighter2_statid"
            case totalVotes = "total_votes"
            case rounds
        }
    }

    struct Watch: Codable, Hashable, Sendable {
        var eventId: Int
        var isppvevent: Bool
        var subtitle: String
        var trailerUrl: String?
        /// HLS.
        var mobileStreamUrl: String?
        var eventTimeText: String
        /// For example `ETPT`, which goes with a time text in two parts.
        var eventTimeZoneText: String
        var eventStatus: EventStatus

        enum CodingKeys: String, CodingKey {
            case eventId = "event_id"
            case isppvevent
            case subtitle
            case trailerUrl = "trailer_url"
            case mobileStreamUrl = "mobile_stream_url"
            case eventTimeText = "event_time_text"
            case eventTimeZoneText = "event_time_zone_text"
            case eventStatus = "event_status"
        }
    }

    /// A division; a fixed key, whose text is in the translations.
    enum WeightClass: String, Codable, CaseIterable, Sendable {
        case flyweight = "Flyweight"
        case bantamweight = "Bantamweight"
        case featherweight = "Featherweight"
        case lightweight = "Lightweight"
        case welterweight = "Welterweight"
        case middleweight = "Middleweight"
        case lightHeavyweight = "Light_Heavyweight"
        case heavyweight = "Heavyweight"
        case womenStrawweight = "Women_Strawweight"
        case womenFlyweight = "Women_Flyweight"
        case womenBantamweight = "Women_Bantamweight"
        case womenFeatherweight = "Women_Featherweight"
    }

    /// A division in the words of the metrics supplier, always English.
    enum WeightClassText: String, Codable, CaseIterable, Sendable {
        case flyweight = "Flyweight"
        case bantamweight = "Bantamweight"
        case featherweight = "Featherweight"
        case lightweight = "Lightweight"
        case welterweight = "Welterweight"
        case middleweight = "Middleweight"
        case lightHeavyweight = "Light Heavyweight"
        case heavyweight = "Heavyweight"
        case womensStrawweight = "Women's Strawweight"
        case womensFlyweight = "Women's Flyweight"
        case womensBantamweight = "Women's Bantamweight"
        case womensFeatherweight = "Women's Featherweight"
        case catchWeight = "Catch Weight"
        case openWeight = "Open Weight"
        case superHeavyweight = "Super Heavyweight"
    }

    /// A number or a text, whichever was sent.
    enum NumberOrText: Codable, Hashable, Sendable {
        case number(Double)
        case text(String)

        init(from decoder: Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }
}
