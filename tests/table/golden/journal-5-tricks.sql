BEGIN TRANSACTION;
CREATE TABLE commands (
            sequence INTEGER PRIMARY KEY,
            game INTEGER NOT NULL,
            at REAL NOT NULL,
            command TEXT NOT NULL,
            digest BLOB NOT NULL,
            winners TEXT NOT NULL,
            variant TEXT,
            previous INTEGER,
            origin TEXT
        , edition INTEGER NOT NULL DEFAULT 1) STRICT;
INSERT INTO "commands" VALUES(1,1,1800000060.0,'{"cmd": "new", "variant": "arizona-spaghetti", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"], "house": {"revoke_penalty": 10}}',X'6F20838BBB13B81E7D305014147790D1','[]','{"family":"tricks","follow":true,"until":null,"revoke_penalty":0,"name":"arizona-spaghetti","title":"Arizona Spaghetti","short":"Sp","provenance":"published","source":"As printed, with what a leader who holds only the restricted suit may do decided here.","players":[3,8],"ranks":["2","3","4","5","6","7","8","9","10","J","Q","K","A"],"removed":{"3":["2C"],"5":["2C","2D"],"6":["2C","3C","2D","3D"],"7":["2C","3C","2D"],"8":["2C","3C","2D","3D"]},"rounds":[{"trick":10},{"restricted":"H","cards":{"H":10},"ends":"last card"},{"cards":{"Q":25},"ends":"last card"},{"restricted":"S","cards":{"KS":100},"ends":"last card"},{"last_trick":100},{"restricted":"H","trick":10,"last_trick":100,"cards":{"H":10,"Q":25,"KS":100},"says":"all of them cost"}]}',NULL,NULL,2);
INSERT INTO "commands" VALUES(2,1,1800000120.0,'{"cmd": "score", "points": {"Ann": 50, "Bo": 60, "\u674e\u5c0f\u9f8d": 20}}',X'2C2A9BB784478F56B87B963A603FA131','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(3,1,1800000240.0,'{"cmd": "deal"}',X'AA237F22BCC7AA8256C2E9BE627419D7','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(4,1,1800000300.0,'{"cmd": "play", "card": "5H", "only_suit": true}',X'DDE889DA5A61879B55FFC91C204BE88A','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(5,1,1800000360.0,'{"cmd": "play", "card": "9C"}',X'E6EA653016BBE2FF90F35BD3580D19E5','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(6,1,1800000420.0,'{"cmd": "play", "card": "6H"}',X'CDF1BEA866D75F95D7638144A3B2D26F','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(7,1,1800000480.0,'{"cmd": "play", "card": "7H"}',X'FECA1CB60628F9A83A528FF5D9919CE9','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(8,1,1800000540.0,'{"cmd": "play", "card": "2D"}',X'94C80071E980F80DDA2EE6DCCF65F23E','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(9,1,1800000600.0,'{"cmd": "play", "card": "3D", "accept_revoke": true}',X'9162A6E3551D52E147C8E82F4C4EAD98','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(10,1,1800000660.0,'{"cmd": "play", "card": "AD"}',X'C0E33F2D39529568E754A43E4B4E6AB4','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(11,1,1800000720.0,'{"cmd": "play", "card": "4D"}',X'6B4FF0DD9539348E500650BE543B7F12','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(12,1,1800000840.0,'{"cmd": "undo", "count": 10}',X'AC2EA84D6D7EA85975E7A6796C104720','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(13,1,1800000900.0,'{"cmd": "score", "points": {"Ann": 130}}',X'2997AF0D1520CA271656DDA776994F13','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(14,1,1800000960.0,'{"cmd": "deal"}',X'50DDEEF4564CB51054DD266AC1703613','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(15,1,1800001020.0,'{"cmd": "score", "points": {"Ann": 120, "Bo": 10}}',X'216882E4AEF5B49F4C605221B82968C5','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(16,1,1800001080.0,'{"cmd": "deal"}',X'C4DC1C266BEA4F261B959225ED125E42','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(17,1,1800001140.0,'{"cmd": "score", "points": {"Ann": 100}}',X'D8DDED76B5E7FA6BCEC4EB2AD17BA57D','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(18,1,1800001200.0,'{"cmd": "deal"}',X'FC356F73B46D2B3C2ED661BA2163888B','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(19,1,1800001260.0,'{"cmd": "play", "card": "5C"}',X'01072A8339198ABCB268E3C229DBA8CF','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(20,1,1800001320.0,'{"cmd": "play", "card": "6C"}',X'2FFCA424C7B3CFC2F9925D44BF67DB65','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(21,1,1800001380.0,'{"cmd": "play", "card": "6D"}',X'52E16C7933D82E09232AA8E485934E45','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(22,1,1800001440.0,'{"cmd": "play", "card": "7C"}',X'E301400ED5782EA0138375C17B282AE7','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(23,1,1800001500.0,'{"cmd": "play", "card": "9C"}',X'52270E63C8FDBB4FA6024508BDF84FF6','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(24,1,1800001560.0,'{"cmd": "play", "card": "KS"}',X'9B3A7095110B880716D90C9D54896C58','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(25,1,1800001620.0,'{"cmd": "play", "card": "10C"}',X'619D89BB804D700C56EC49720B182365','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(26,1,1800001680.0,'{"cmd": "play", "card": "8C", "accept_revoke": true}',X'74395F947AC68DD4DE4257688C582E29','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(27,1,1800001740.0,'{"cmd": "deal"}',X'118C608B6A37A734624765150DF75A4C','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(28,1,1800001800.0,'{"cmd": "score", "points": {"Ann": 100, "Bo": 0}}',X'8B052B73F633CA8AAF1CFCBDF6D0903A','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(29,1,1800001860.0,'{"cmd": "deal"}',X'F97AB6522CED80FDB33C704B3B3DA188','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(30,1,1800001920.0,'{"cmd": "score", "points": {"Ann": 515, "Bo": 45}}',X'E504750DA0877B384F1FDC8747B06503','["J\u00f6rg", "\u674e\u5c0f\u9f8d"]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(31,2,1800001980.0,'{"cmd": "new", "variant": "slobberhannes", "players": ["Ann", "Bo", "J\u00f6rg"]}',X'05004249D7C41F19A30F61A62965EF38','[]','{"family":"tricks","follow":true,"until":10,"revoke_penalty":0,"name":"slobberhannes","title":"Slobberhannes","short":"Sl","provenance":"reconstructed","source":"A traditional game. With 3, 5 or 6 players the black sevens are taken out; taking all three costs a fourth point; at ten points the fewest win.","players":[3,6],"ranks":["7","8","9","10","J","Q","K","A"],"removed":{"3":["7C","7S"],"5":["7C","7S"],"6":["7C","7S"]},"rounds":[{"first_trick":1,"last_trick":1,"cards":{"QC":1},"sweep":1,"says":"first, last, Q♣: 1"}]}',1,NULL,2);
INSERT INTO "commands" VALUES(32,2,1800002040.0,'{"cmd": "play", "card": "AC"}',X'11F6D9671FD773E1A7DE048281AC20E4','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(33,2,1800002100.0,'{"cmd": "play", "card": "8H"}',X'A8C35416CF21BE75E1C077678448CBAB','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(34,2,1800002160.0,'{"cmd": "play", "card": "8S"}',X'D3DBACBF9F72DE8C4895EEA32B1DB0B0','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(35,2,1800002220.0,'{"cmd": "play", "card": "KC"}',X'F30C59DF09D034F5043D91AF00AEEC6F','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(36,2,1800002280.0,'{"cmd": "play", "card": "9H"}',X'7232A8E5C9CD8B67137A793A00010729','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(37,2,1800002340.0,'{"cmd": "play", "card": "9S"}',X'1A514AF9A9F5D82855BC4DD412A0E580','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(38,2,1800002400.0,'{"cmd": "play", "card": "QC"}',X'054296FF7A65CCA142B5B989989CF7A1','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(39,2,1800002460.0,'{"cmd": "play", "card": "10H"}',X'B076B61689940B14435D0A1652CA77E2','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(40,2,1800002520.0,'{"cmd": "play", "card": "10S"}',X'35FDE1BFD9449F543E0D1C1CBBF2F0E1','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(41,2,1800002580.0,'{"cmd": "play", "card": "JC"}',X'1F47704DFA3525D22D074EECFD357EF1','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(42,2,1800002640.0,'{"cmd": "play", "card": "JH"}',X'6C39D570B8645CF89E9A25651170751F','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(43,2,1800002700.0,'{"cmd": "play", "card": "JS"}',X'76ED326B211C2F98B957B9E016739FB9','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(44,2,1800002760.0,'{"cmd": "play", "card": "10C"}',X'EE8B7E0DEDE4106620FADC2137C71729','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(45,2,1800002820.0,'{"cmd": "play", "card": "QH"}',X'B9D1D02FE83E176D51E35EFCB9051F27','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(46,2,1800002880.0,'{"cmd": "play", "card": "QS"}',X'51D5F8D1C06BDEBDB0D250288FCE0332','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(47,2,1800002940.0,'{"cmd": "play", "card": "9C"}',X'48833E2308B4BD1BFF68EEE3183D7F74','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(48,2,1800003000.0,'{"cmd": "play", "card": "KH"}',X'CD23E81BD6ED29FF343100113E5E4964','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(49,2,1800003060.0,'{"cmd": "play", "card": "JD"}',X'E03AA6D53DBEEBB6532D02D2B93B6C5C','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(50,2,1800003120.0,'{"cmd": "play", "card": "8C"}',X'19B198C891C3B5B4AC9A7B1ADB753BDF','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(51,2,1800003180.0,'{"cmd": "play", "card": "AH"}',X'4A95C1F744255822BB456E8B0C4895F7','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(52,2,1800003240.0,'{"cmd": "play", "card": "10D"}',X'458233B40DAC6A1A7140AC8805ED4C52','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(53,2,1800003300.0,'{"cmd": "play", "card": "AD"}',X'08E831DAEF999192226A2417C0E9C2F6','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(54,2,1800003360.0,'{"cmd": "play", "card": "AS"}',X'746E8958EA41427BBDA5AD18FB5918BF','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(55,2,1800003420.0,'{"cmd": "play", "card": "9D"}',X'60ABA3A91F4B0683CBA367F598730874','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(56,2,1800003480.0,'{"cmd": "play", "card": "KD"}',X'DB117A160FCC39E21003ABFA5C5732D6','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(57,2,1800003540.0,'{"cmd": "play", "card": "KS"}',X'31B61BA2BD61D80587012CC6B22E0FFE','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(58,2,1800003600.0,'{"cmd": "play", "card": "8D"}',X'4E5684C9D95EC1D5E12BB7530BF060DF','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(59,2,1800003660.0,'{"cmd": "play", "card": "QD"}',X'7146D3A3916FE92C408CDBE398F4CC09','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(60,2,1800003720.0,'{"cmd": "play", "card": "7H"}',X'C1C48CB221F41E32A41C9A61C1399CCF','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(61,2,1800003780.0,'{"cmd": "play", "card": "7D"}',X'DD7200557D4A3B115DAB05D51E6B353D','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(62,2,1800003840.0,'{"cmd": "deal"}',X'018CDD97935569A1E6C037196AF1982C','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(63,2,1800003900.0,'{"cmd": "play", "card": "7D"}',X'FE4B5EF502B1DE6A0ACD8D1D625ADE53','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(64,2,1800003960.0,'{"cmd": "play", "card": "8D"}',X'36E22F7F6172B0F8ADD09E5BB61F7CCA','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(65,2,1800004020.0,'{"cmd": "play", "card": "9D"}',X'B50691E3982ADB7E21B214EE80F7221A','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(66,2,1800004080.0,'{"cmd": "play", "card": "10D"}',X'9AFE671AE2F478CF8BB5ADB4DED885ED','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(67,3,1800004140.0,'{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"]}',X'D1A8F4A80C42CED6617926430F1F090A','[]','{"target":99,"hand_size":3,"chips":5,"decks":1,"jokers":0,"bust":"chip, new hand","over":"refuse","stock_out":"reshuffle","up_card":"none","sets":false,"debt_passes":"unmet","two_player_reverse":"pass","floor":null,"honor":false,"winner_takes_all":false,"exact":{},"name":"ninety-nine","title":"Ninety-nine","short":"99","provenance":"derived","source":"Follows from a printed example and text.","players":[2,null],"chips_look":"dots","first_turns_without":{},"shows":{},"from_players":{"5":{"decks":2,"chips":3}},"cards":{"A":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"3":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"6":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"7":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"8":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"4":{"add":0,"reverse":true,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"back on you"},"9":{"add":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"pass to you"},"10":{"add":[10,-10],"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"J":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"Q":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"K":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"JK":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":2,"knock_out":false,"shield":false,"call":""}},"listed":""}',2,NULL,2);
INSERT INTO "commands" VALUES(68,2,1800004200.0,'{"cmd": "reopen"}',X'933D6E54F12FD0336CB803179B16DA18','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(69,2,1800004260.0,'{"cmd": "play", "card": "jd"}',X'6B64D1065C239F8BC7FA884B9A3CF36F','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(70,2,1800004320.0,'{"cmd": "undo", "count": 5}',X'BCAA564296460E227A23FC42C4140A6B','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(71,2,1800004380.0,'{"cmd": "score", "points": {"Ann": 4}}',X'A7442CFD85F3E04B8E745CB99F58F642','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(72,2,1800004440.0,'{"cmd": "deal"}',X'7AC7C2EFB3AA69A483589D6C24411237','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(73,2,1800004500.0,'{"cmd": "score", "points": {"Ann": 2, "Bo": 1}}',X'D3A2BE9700EA45E3CE792CF7E64A6009','["J\u00f6rg"]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(74,4,1800004560.0,'{"cmd": "new", "variant": "polignac", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"], "dealer": "Bo"}',X'EF6965A9296CFF9E9394E8A1D43DC3EB','[]','{"family":"tricks","follow":true,"until":10,"revoke_penalty":0,"name":"polignac","title":"Polignac","short":"Po","provenance":"reconstructed","source":"A traditional game, without declaring a general. With 5 or 6 players the black sevens are taken out; at ten points the fewest win.","players":[4,6],"ranks":["7","8","9","10","J","Q","K","A"],"removed":{"5":["7C","7S"],"6":["7C","7S"]},"rounds":[{"cards":{"JH JD JC":1,"JS":2},"says":"jacks 1, J♠ 2"}]}',2,NULL,2);
INSERT INTO "commands" VALUES(75,4,1800004620.0,'{"cmd": "play", "card": "7D"}',X'3F834F9D7376FBD38F74A6018CD39D6D','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(76,4,1800004680.0,'{"cmd": "play", "card": "JD"}',X'05BAD8C011E52852B9AC223A63C5266D','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(77,4,1800004740.0,'{"cmd": "play", "card": "QD"}',X'BE2BB0318FF95817EC0D505AE423D87D','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(78,4,1800004800.0,'{"cmd": "play", "card": "8H"}',X'1AA51518DFCC6DF381100596FB5155F5','[]',NULL,NULL,NULL,2);
INSERT INTO "commands" VALUES(79,4,1800004860.0,'{"cmd": "play", "card": "KC"}',X'65EEE92E18DDFA9045B257DD52024286','[]',NULL,NULL,NULL,2);
CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            after INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            origin TEXT
        ) STRICT;
INSERT INTO "notes" VALUES(1,2,1800000180.0,'claim','{"player": "Bo", "called": 70, "actual": 60, "correct": false}',NULL);
INSERT INTO "notes" VALUES(2,11,1800000780.0,'refused','{"command": "{\"cmd\": \"play\", \"card\": \"KH\", \"only_suit\": true}", "code": "revoke", "fields": {"trick": 1, "suit": "H", "player": "J\u00f6rg"}, "sentence": "J\u00f6rg had no \u2665 in trick 1"}','reader 7');
INSERT INTO "notes" VALUES(3,79,1800004920.0,'part lost','{"part": "Reader", "reason": "unplugged"}',NULL);
CREATE TABLE receipts (
            boot TEXT PRIMARY KEY,
            sequence INTEGER NOT NULL
        ) STRICT;
INSERT INTO "receipts" VALUES('5F3A1C22',7);
CREATE INDEX commands_of_a_game ON commands (game, sequence);
CREATE TRIGGER commands_update BEFORE UPDATE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER commands_delete BEFORE DELETE ON commands BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_update BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER notes_delete BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA application_id = 1413631043;
PRAGMA user_version = 5;
COMMIT;
