internal import Definitions

/// Words of column names in English, German, Spanish and French, folded: what a draft takes columns for.
enum DraftWords {
    /// Lower case, without marks, divided where letters and digits meet: `Exit Velo` and `exitVelo` are `exit velo`.
    static func folded(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        var last: Character = " "
        func isDivided(_ next: Character) -> Bool {
            (last.isNumber != next.isNumber) || (last.isLowercase && next.isUppercase)
        }
        for character in text {
            guard character.isLetter || character.isNumber || character == "%" || character == "#" else {
                if !word.isEmpty { words.append(word) }
                word = ""
                last = " "
                continue
            }
            let isSign = character == "%" || character == "#"
            if !word.isEmpty, isSign || isDivided(character) || last == "%" || last == "#" {
                words.append(word)
                word = ""
            }
            for letter in character.lowercased() { word += marks[letter] ?? String(letter) }
            last = character
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    static func phrase(_ text: some StringProtocol) -> String { folded(text).joined(separator: " ") }

    private static let marks: [Character: String] = [
        "ä": "a", "ö": "o", "ü": "u", "ß": "ss", "á": "a", "à": "a", "â": "a", "ã": "a", "å": "a", "é": "e", "è": "e",
        "ê": "e", "ë": "e", "í": "i", "ì": "i", "î": "i", "ï": "i", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ø": "o",
        "ú": "u", "ù": "u", "û": "u", "ñ": "n", "ç": "c", "æ": "ae", "œ": "oe",
    ]

    private static func set(_ words: String) -> Set<String> {
        Set(words.split(separator: ",").map { phrase($0) })
    }

    // Whose record, and when.
    static let day = set(
        """
        date,day,recorded,recorded date,measured,game date,test date,session date,workout date,datum,tag,testdatum,messdatum,
        trainingstag,fecha,dia,fecha de prueba,jour,date du test,timestamp,date time,datetime,zeitpunkt,zeitstempel,fecha y hora,
        measured at,recorded at,start,start date,start time,started at,beginn,inicio,when,created at,logged at,time
        """)
    static let time = set(
        "time,time of day,clock,zeit,uhrzeit,hora,heure,start time,startzeit,beginn,start,hora de inicio")
    static let end = set("end,end time,end date,ended at,ende,endzeit,fin,hora de fin,finish,finished")
    static let birth = set(
        """
        dob,birth,birthday,birth date,birthdate,date of birth,geburtsdatum,geburtstag,geboren,nacimiento,fecha de nacimiento,
        date de naissance
        """)
    static let people =
        set(PersonColumns.words.joined(separator: ","))
        .union(
            set(
                """
                name,full name,display name,user,user name,username,pitcher,hitter,batter,vollstandiger name,nombre completo,
                nombre y apellidos,athlete id,player id,nom complet,user code,user id,member,member id,participant,participant id,
                subject,subject id,patient,patient id
                """))
    static let firstName = set("first name,first,firstname,given name,vorname,nombre,prenom")
    static let lastName = set(
        "last name,last,lastname,surname,family name,nachname,familienname,apellido,apellidos,nom")
    static let mail = set("email,e mail,mail,email address,e mail adresse,correo,correo electronico,courriel")
    static let notes = set(
        """
        note,notes,comment,comments,remark,remarks,bemerkung,bemerkungen,notiz,notizen,kommentar,anmerkung,nota,notas,comentario,
        comentarios,observaciones,remarque,remarques,commentaire
        """)
    static let id = set("id,uid,uuid,guid,record id,session id,entry id")

    // What was measured, a row each.
    static let measure = set(
        """
        metric,metric type,test,test name,measurement,measure,stat,drill,assessment,parameter,messung,messwert,disziplin,ubung,
        metrik,merkmal,kennzahl,prueba,medida,medicion,metrica,ejercicio,mesure,epreuve,type,typ,tipo,kind,art
        """)
    static let value = set(
        """
        value,result,score,reading,qty,quantity,amount,wert,ergebnis,resultat,valor,resultado,marca,valeur,leistung,messergebnis
        """)
    static let unit = set("unit,units,einheit,einheiten,unidad,unidades,unite,unites")

    /// Numbers that are no measurement.
    static let noMetric = set(
        """
        id,nr,no,number,#,row,line,index,jersey,jersey #,jersey number,jersey no,trikot,trikotnummer,dorsal,rank,ranking position,
        place,platz,rang,puesto,age,alter,edad,age years,year,jahr,ano,annee,grad year,graduation year,class,class year,season,saison,
        jahrgang,zip,plz,phone,telefon,telefono,attempt,attempt #,trial,try,versuch,intento,round,runde,heat,lane,session,
        session #,week,woche,semana,event id,bib
        """)
    /// Words of which one in a name says that it is of the heart.
    static let heart = set("bpm,heart,heartrate,pulse,puls,pulso,fc,herzfrequenz,herzrate")

    /// Of a pitch, where another column says which it is.
    static let speed = set(
        """
        speed,velo,velocity,pitch speed,pitch velo,pitch velocity,release speed,geschwindigkeit,tempo,wurfgeschwindigkeit,
        velocidad,vitesse
        """)

    /// What a record cannot do without, where the file has it.
    static let vital = day.union(exercise).union(load).union(reps)

    // Training.
    static let exercise = set(
        """
        exercise,exercise name,lift,lift name,movement,movement name,ubung,ubungsname,ubungen,ejercicio,nombre del ejercicio,exercice,nom de l exercice
        """)
    static let workout = set(
        """
        workout,workout name,session name,training,trainingsplan,einheit name,title,titel,routine,rutina,plan,program,programme,
        entrenamiento,nombre del entrenamiento,seance
        """)
    static let app = set("source,source app,source name,app,app name,quelle,fuente,origen")
    static let reps = set("reps,rep,repetitions,wdh,wdhs,wiederholungen,wiederholung,repeticiones,repes,repetition")
    static let sets = set("sets,satze,anzahl satze,number of sets,series,no of sets,# sets")
    static let setNumber = set(
        "set,set #,set no,set nr,set number,set order,set index,satz,satz nr,satznummer,serie,serie #")
    static let setType = set("set type,type,kind,satzart,typ,tipo de serie,tipo")
    static let load = set(
        "weight,load,weight used,gewicht,last,trainingsgewicht,peso,carga,poids,charge,kg,lb,lbs,pounds")
    static let rpe = set("rpe,effort,anstrengung,esfuerzo")
    static let activity = set(
        """
        activity,activity type,activity name,sport,sport type,sportart,aktivitat,workout type,exercise type,actividad,deporte,
        tipo de actividad,activite,discipline,type,typ,tipo
        """)
    static let duration = set(
        """
        duration,dauer,duracion,duree,length,elapsed,elapsed time,total time,moving time,time,zeit,tiempo,trainingsdauer,minutes,
        minuten,minutos,min,hold,hold time,haltezeit
        """)
    static let distance = set("distance,distanz,strecke,distancia,km,miles,kilometer,kilometers,kilometros")
    static let energy = set("energy,calories,kcal,kalorien,calorias,active calories,energie,calories burned,energia")
    static let averageHeartRate = set(
        "heart rate,avg hr,average hr,average heart rate,avg heart rate,hr avg,puls,o puls,durchschnittspuls,fc media,hr"
    )
    static let maximumHeartRate = set(
        "max hr,maximum heart rate,max heart rate,hr max,max puls,maximalpuls,fc max,fc maxima")
    static let warmUp = set("warmup,warm up,w,aufwarmen,aufwarmsatz,calentamiento,echauffement")
    static let dropSet = set("drop,drop set,dropset,dropsatz,d")
    static let failure = set("failure,to failure,f,versagen,muskelversagen,fallo,al fallo")
    static let working = set("working,normal,work,work set,arbeitssatz,efectiva,trabajo,regular")

    // Games.
    static let ownScore = set(
        "my score,our score,us,score us,points for,my points,team score,eigene punkte,meine punkte,mis puntos,nuestros puntos,wir"
    )
    static let otherScore = set(
        """
        opponent score,their score,them,score them,points against,opponent points,opp score,gegner punkte,punkte gegner,
        puntos rival,puntos del rival,sus puntos,gegnerpunkte
        """)
    static let opponent = set(
        "opponent,opponents,opponent 1,opponent name,gegner,gegnerin,rival,adversario,adversaire,oponente")
    static let secondOpponent = set("opponent 2,second opponent,gegner 2,rival 2,oponente 2")
    static let partner = set(
        "partner,partner name,teammate,mitspieler,mitspielerin,partnerin,pareja,companero,companera,partenaire")
    static let event = set("event,tournament,session,league,turnier,veranstaltung,torneo,evento,tournoi")
    static let location = set("location,place,venue,court,ort,platz,halle,lugar,sede,cancha,lieu")

    /// Words that mean no value.
    static let missing: Set<String> = [
        "-", "--", "---", "–", "—", "?", "n/a", "na", "#n/a", "nan", "null", "none", "nil", "k.a.", "k. a.", "k.a",
        "n.v.",
        "entf.", "s/d", "n.d.", "nd", "tbd", "dnf", "dns", "dnp", "did not test", "abs", "absent", "x",
        "bw", "bodyweight", "body weight", "eigengewicht",
    ]

    /// What the words of a header say of the place they come from.
    enum Language: String {
        case english = "English", german = "German", spanish = "Spanish", french = "French"
    }

    private static let languages: [(Language, Set<String>)] = [
        (
            .german,
            set(
                "datum,tag,uhrzeit,zeit,spieler,spielerin,athlet,sportler,vorname,nachname,ubung,satz,satze,wdh,wiederholungen,gewicht,last,dauer,strecke,einheit,wert,ergebnis,messung,bemerkung,notiz,korperfett,ruhepuls,schritte,grosse,bauch,sportart,sprung,wurf,schlag,lauf,messwert,disziplin,umfang"
            )
        ),
        (
            .spanish,
            set(
                "fecha,hora,dia,jugador,jugadora,atleta,nombre,apellido,apellidos,ejercicio,serie,series,repeticiones,peso,carga,duracion,distancia,unidad,valor,resultado,prueba,medida,notas,grasa,pasos,pulso,altura,deporte,actividad,velocidad,salto,salida,bate,cintura"
            )
        ),
        (
            .french,
            set(
                "jour,heure,joueur,joueuse,prenom,exercice,seance,poids,charge,duree,unite,valeur,mesure,remarque,taille,activite,saut,vitesse"
            )
        ),
    ]

    /// The language of a header, where its words show another than English.
    static func language(of words: [[String]]) -> Language {
        var best = (language: Language.english, count: 0)
        for (language, known) in languages {
            let count = words.filter { $0.contains(where: known.contains) }.count
            if count > best.count { best = (language, count) }
        }
        return best.language
    }
}
