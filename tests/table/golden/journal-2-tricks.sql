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
        ) STRICT;
INSERT INTO "commands" VALUES(1,1,1800000060.0,'{"cmd": "new", "variant": "arizona-spaghetti", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"], "house": {"revoke_penalty": 10}}',X'8A099491866F7A1AF0F9A94E63679AD7','[]','{"family":"tricks","name":"arizona-spaghetti","title":"Arizona Spaghetti","short":"Sp","provenance":"published","source":"As printed, with what a leader who holds only the restricted suit may do decided here.","players":[3,8],"ranks":["2","3","4","5","6","7","8","9","10","J","Q","K","A"],"removed":{"3":["2C"],"5":["2C","2D"],"6":["2C","3C","2D","3D"],"7":["2C","3C","2D"],"8":["2C","3C","2D","3D"]},"follow":true,"until":null,"revoke_penalty":0,"rounds":[{"trick":10},{"restricted":"H","cards":{"H":10},"ends":"last card"},{"cards":{"Q":25},"ends":"last card"},{"restricted":"S","cards":{"KS":100},"ends":"last card"},{"last_trick":100},{"restricted":"H","trick":10,"last_trick":100,"cards":{"H":10,"Q":25,"KS":100},"says":"all of them cost"}]}',NULL,NULL);
INSERT INTO "commands" VALUES(2,1,1800000120.0,'{"cmd": "score", "points": {"Ann": 50, "Bo": 60, "\u674e\u5c0f\u9f8d": 20}}',X'AE7B0FDF347A78AFCEC66B326362791A','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(3,1,1800000240.0,'{"cmd": "deal"}',X'1C0AA38839A629AA7959131AF0EDDD5D','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(4,1,1800000300.0,'{"cmd": "play", "card": "5H", "only_suit": true}',X'29E1E204E472E27A0D42096759A93521','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(5,1,1800000360.0,'{"cmd": "play", "card": "9C"}',X'E963AA59E4B2BC4F372E68D8FCEF53A2','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(6,1,1800000420.0,'{"cmd": "play", "card": "6H"}',X'A3AA2D0024BF5D077B6F01744AB2B86C','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(7,1,1800000480.0,'{"cmd": "play", "card": "7H"}',X'47DD58ED685CB8339BD2ABC86450D69D','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(8,1,1800000540.0,'{"cmd": "play", "card": "2D"}',X'83DA26FB0A0FC44447D70CCCF4BAA67D','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(9,1,1800000600.0,'{"cmd": "play", "card": "3D", "accept_revoke": true}',X'8D41B872A6A9E1A8DF68C85C37F7F3FA','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(10,1,1800000660.0,'{"cmd": "play", "card": "AD"}',X'A12B416BD33487CAE0919E5762893153','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(11,1,1800000720.0,'{"cmd": "play", "card": "4D"}',X'DC547ADF97D6CDAECA6D4C7D95C2E25B','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(12,1,1800000840.0,'{"cmd": "undo", "count": 10}',X'3A8C19AA48471508F9FDB75FCF9BCE85','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(13,1,1800000900.0,'{"cmd": "score", "points": {"Ann": 130}}',X'FB4C477D652323D9068921F387C943EC','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(14,1,1800000960.0,'{"cmd": "deal"}',X'250A956C586C4F7441B9A13279F640AA','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(15,1,1800001020.0,'{"cmd": "score", "points": {"Ann": 120, "Bo": 10}}',X'7CB34908348ACFE5233803C1360FE6F6','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(16,1,1800001080.0,'{"cmd": "deal"}',X'4C85DBC430E020B6FB0505C358985AEE','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(17,1,1800001140.0,'{"cmd": "score", "points": {"Ann": 100}}',X'820AB9A755C3D0F18E61497D812AB0D1','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(18,1,1800001200.0,'{"cmd": "deal"}',X'8F3C11C6D8B4352ED396EB45B3D54FBF','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(19,1,1800001260.0,'{"cmd": "play", "card": "5C"}',X'5AD1371D91F353429DAFBAE0A78A2504','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(20,1,1800001320.0,'{"cmd": "play", "card": "6C"}',X'990DA3EFCA83A21A244A119DE6F24FCE','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(21,1,1800001380.0,'{"cmd": "play", "card": "6D"}',X'8D465DDAA195CCCC0000720B34D783F9','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(22,1,1800001440.0,'{"cmd": "play", "card": "7C"}',X'4521A7FB224D74F2967D36E5FC88350E','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(23,1,1800001500.0,'{"cmd": "play", "card": "9C"}',X'1E94F3A83D1DFF7C7B3ECA5B98298622','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(24,1,1800001560.0,'{"cmd": "play", "card": "KS"}',X'412BA3A514F34997E244CA285FEA2325','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(25,1,1800001620.0,'{"cmd": "play", "card": "10C"}',X'284EC64FBEFF87A82E897C94A69C8613','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(26,1,1800001680.0,'{"cmd": "play", "card": "8C", "accept_revoke": true}',X'09729B477BECBDAD56F6F64D6D304704','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(27,1,1800001740.0,'{"cmd": "deal"}',X'8E8E4919B57809AF54614DC0DC151815','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(28,1,1800001800.0,'{"cmd": "score", "points": {"Ann": 100, "Bo": 0}}',X'847851B7A4CC2745CFD702A9910C7D24','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(29,1,1800001860.0,'{"cmd": "deal"}',X'E1B372477F4E6FF7FAFC89896174C4FB','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(30,1,1800001920.0,'{"cmd": "score", "points": {"Ann": 515, "Bo": 45}}',X'93C0603BF7F1719F8F611A8BDA3130C6','["J\u00f6rg", "\u674e\u5c0f\u9f8d"]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(31,2,1800001980.0,'{"cmd": "new", "variant": "slobberhannes", "players": ["Ann", "Bo", "J\u00f6rg"]}',X'765A95432B7401FDA299EF290C936E97','[]','{"family":"tricks","name":"slobberhannes","title":"Slobberhannes","short":"Sl","provenance":"derived","source":"A traditional game. With 3, 5 or 6 players the black sevens are taken out; taking all three costs a fourth point; at ten points the fewest win.","players":[3,6],"ranks":["7","8","9","10","J","Q","K","A"],"removed":{"3":["7C","7S"],"5":["7C","7S"],"6":["7C","7S"]},"follow":true,"until":10,"revoke_penalty":0,"rounds":[{"first_trick":1,"last_trick":1,"cards":{"QC":1},"sweep":1,"says":"first, last, Q♣: 1"}]}',1,NULL);
INSERT INTO "commands" VALUES(32,2,1800002040.0,'{"cmd": "play", "card": "AC"}',X'F6AD2B2A094FE1731C93DA94D0B52C98','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(33,2,1800002100.0,'{"cmd": "play", "card": "8H"}',X'CED81161158949F3FA48092CD944A06C','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(34,2,1800002160.0,'{"cmd": "play", "card": "8S"}',X'AB7D2D891FC0DA7DEA2FA9433518CF37','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(35,2,1800002220.0,'{"cmd": "play", "card": "KC"}',X'1C92D79AC6653C7133D61B0DC47DFFF2','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(36,2,1800002280.0,'{"cmd": "play", "card": "9H"}',X'5FC64942CD6F315685974FED2A582FA8','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(37,2,1800002340.0,'{"cmd": "play", "card": "9S"}',X'CC28B8FEE91B65BD9D5F4EA553C5AE2C','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(38,2,1800002400.0,'{"cmd": "play", "card": "QC"}',X'25A56EA37BEDD58B5FBDF51C6809A40D','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(39,2,1800002460.0,'{"cmd": "play", "card": "10H"}',X'DAA35899C6F09ADC06CD3890483458A8','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(40,2,1800002520.0,'{"cmd": "play", "card": "10S"}',X'7A058936E7B3D4C80972F1F481036EB5','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(41,2,1800002580.0,'{"cmd": "play", "card": "JC"}',X'3DCDA0C260D29B13D7F1FE5FD2F76B64','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(42,2,1800002640.0,'{"cmd": "play", "card": "JH"}',X'B441CCF26459CA6D926994BD67954A4C','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(43,2,1800002700.0,'{"cmd": "play", "card": "JS"}',X'1693FDECC33F7322EEBE81BEE9CE42F1','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(44,2,1800002760.0,'{"cmd": "play", "card": "10C"}',X'98DF13875DB7C82633585E2157C16E56','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(45,2,1800002820.0,'{"cmd": "play", "card": "QH"}',X'14FF4944FD1DF4A0679733DEB1A6206F','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(46,2,1800002880.0,'{"cmd": "play", "card": "QS"}',X'F9F45A56F856CF4DEB2D093A9BE042B0','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(47,2,1800002940.0,'{"cmd": "play", "card": "9C"}',X'2E889A31199E951459DF4977F22845F9','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(48,2,1800003000.0,'{"cmd": "play", "card": "KH"}',X'CDD1117A4DC8D205803C8BF4BD87E290','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(49,2,1800003060.0,'{"cmd": "play", "card": "JD"}',X'292D43B56EA69282310AB04BAD863CFF','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(50,2,1800003120.0,'{"cmd": "play", "card": "8C"}',X'EAE50BBBC950BAF55E08D74337A55C4C','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(51,2,1800003180.0,'{"cmd": "play", "card": "AH"}',X'84E2DEBE7EB475416CA858648BEDC029','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(52,2,1800003240.0,'{"cmd": "play", "card": "10D"}',X'7F16255ECAAEE38252B7F92045664DF2','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(53,2,1800003300.0,'{"cmd": "play", "card": "AD"}',X'C56874601AEF0121799FCB7C7F76E643','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(54,2,1800003360.0,'{"cmd": "play", "card": "AS"}',X'672AE18DAC0241EF120966958FA23DB9','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(55,2,1800003420.0,'{"cmd": "play", "card": "9D"}',X'02348A6FDA9B071B1C6BB529C97738FB','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(56,2,1800003480.0,'{"cmd": "play", "card": "KD"}',X'0D9D039AA5352BC9F06AA4FEE136D56F','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(57,2,1800003540.0,'{"cmd": "play", "card": "KS"}',X'DFEC43089B44E0840AFBE00942CDDAE3','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(58,2,1800003600.0,'{"cmd": "play", "card": "8D"}',X'1DC693BA63048377C2A7C92DA2DE9A45','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(59,2,1800003660.0,'{"cmd": "play", "card": "QD"}',X'0B4C9516E4C126832C535224B8DD2D3E','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(60,2,1800003720.0,'{"cmd": "play", "card": "7H"}',X'F60609A3DC0B086460E1917500D68A6B','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(61,2,1800003780.0,'{"cmd": "play", "card": "7D"}',X'71A393B1C3E84D9E522C502E539FDD1D','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(62,2,1800003840.0,'{"cmd": "deal"}',X'85550E5423F13E98B92BE18BC08F524E','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(63,2,1800003900.0,'{"cmd": "play", "card": "7D"}',X'3FF9AEB21EC9D8BDBC3FD1BF3B8C2CE9','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(64,2,1800003960.0,'{"cmd": "play", "card": "8D"}',X'CECE7BDE8B6CAD3A8DD24D6173F85299','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(65,2,1800004020.0,'{"cmd": "play", "card": "9D"}',X'12FE89FA95C5EC61DF7EB147FDF1EAAC','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(66,2,1800004080.0,'{"cmd": "play", "card": "10D"}',X'F6AE962FC80FCAF78DA2922C9435DBAC','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(67,3,1800004140.0,'{"cmd": "new", "variant": "ninety-nine", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"]}',X'2F06CA5FBD1D1E2568F2B48710C9AC94','[]','{"name":"ninety-nine","title":"Ninety-nine","short":"99","provenance":"derived","source":"Follows from a printed example and text.","players":[2,null],"decks":1,"jokers":0,"hand_size":3,"chips":5,"chips_look":"dots","target":99,"bust":"chip, new hand","over":"refuse","stock_out":"reshuffle","up_card":"none","sets":false,"debt_passes":"unmet","two_player_reverse":"pass","floor":null,"honor":false,"winner_takes_all":false,"exact":{},"first_turns_without":{},"shows":{},"from_players":{"5":{"decks":2,"chips":3}},"cards":{"A":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"2":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"3":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"5":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"6":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"7":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"8":{"add":"pip","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"4":{"add":0,"reverse":true,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"back on you"},"9":{"add":0,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":"pass to you"},"10":{"add":[10,-10],"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"J":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"Q":{"add":10,"reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"K":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":0,"knock_out":false,"shield":false,"call":""},"JK":{"set":"target","reverse":false,"skip":0,"again":false,"choose_next":false,"oblige":2,"knock_out":false,"shield":false,"call":""}}}',2,NULL);
INSERT INTO "commands" VALUES(68,2,1800004200.0,'{"cmd": "reopen"}',X'E0364A141E15FAFA74486485181CE5A9','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(69,2,1800004260.0,'{"cmd": "play", "card": "jd"}',X'2F691340D5447689DA1693FA583454AE','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(70,2,1800004320.0,'{"cmd": "undo", "count": 5}',X'FDAABFE865924858B5D3CA2988D40393','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(71,2,1800004380.0,'{"cmd": "score", "points": {"Ann": 4}}',X'427A97E22BD85297B26F2AF4D9422661','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(72,2,1800004440.0,'{"cmd": "deal"}',X'F35906FA1C8BDDF83D0E5422D80A28B7','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(73,2,1800004500.0,'{"cmd": "score", "points": {"Ann": 2, "Bo": 1}}',X'DCE2DF3CBAAE72BE72AA5AAC641023FD','["J\u00f6rg"]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(74,4,1800004560.0,'{"cmd": "new", "variant": "polignac", "players": ["Ann", "Bo", "J\u00f6rg", "\u674e\u5c0f\u9f8d"], "dealer": "Bo"}',X'067623AE1B1659F00BDC7165D20B1E00','[]','{"family":"tricks","name":"polignac","title":"Polignac","short":"Po","provenance":"derived","source":"A traditional game, without declaring a general. With 5 or 6 players the black sevens are taken out; at ten points the fewest win.","players":[4,6],"ranks":["7","8","9","10","J","Q","K","A"],"removed":{"5":["7C","7S"],"6":["7C","7S"]},"follow":true,"until":10,"revoke_penalty":0,"rounds":[{"cards":{"JH JD JC":1,"JS":2},"says":"jacks 1, J♠ 2"}]}',2,NULL);
INSERT INTO "commands" VALUES(75,4,1800004620.0,'{"cmd": "play", "card": "7D"}',X'9E10C108608140F0C503D628BFBA1EA5','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(76,4,1800004680.0,'{"cmd": "play", "card": "JD"}',X'50C2662EC1E274371E69A854167363EE','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(77,4,1800004740.0,'{"cmd": "play", "card": "QD"}',X'7B53839FF4BD71192E3B051815A43587','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(78,4,1800004800.0,'{"cmd": "play", "card": "8H"}',X'BA1BEB0CC64738638FCFC4C44E5042AA','[]',NULL,NULL,NULL);
INSERT INTO "commands" VALUES(79,4,1800004860.0,'{"cmd": "play", "card": "KC"}',X'15ADF570DC4319FB6EC972254592BE6F','[]',NULL,NULL,NULL);
CREATE TABLE notes (
            number INTEGER PRIMARY KEY,
            after INTEGER NOT NULL,
            at REAL NOT NULL,
            kind TEXT NOT NULL,
            facts TEXT NOT NULL,
            origin TEXT
        ) STRICT;
INSERT INTO "notes" VALUES(1,2,1800000180.0,'claim','{"player": "Bo", "called": 70, "actual": 60, "correct": false}',NULL);
INSERT INTO "notes" VALUES(2,11,1800000780.0,'refused','{"command": "{\"cmd\": \"play\", \"card\": \"KH\", \"only_suit\": true}", "code": "revoke", "sentence": "J\u00f6rg had no \u2665 in trick 1"}','reader 7');
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
PRAGMA user_version = 2;
COMMIT;
