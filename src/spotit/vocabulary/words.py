"""The bundled words, by theme, each list in SQLite's BINARY order."""

from __future__ import annotations

FIRST_NAMES = (
    "Alice", "Anna", "Ben", "Carla", "Daniel", "David", "Elena", "Felix", "Grace", "Hannah", "Ivan", "Julia", "Karl",
    "Laura", "Marco", "Maria", "Nina", "Oscar", "Paula", "Quentin", "Rosa", "Simon", "Tara", "Uma", "Victor", "Wendy",
    "Xavier", "Yara", "Zoe",
)  # fmt: skip
SURNAMES = (
    "Adams", "Baker", "Castillo", "Dubois", "Evans", "Fischer", "Garcia", "Hansen", "Ito", "Jensen", "Keller", "Lopez",
    "Meyer", "Novak", "Olsen", "Parker", "Quinn", "Rossi", "Silva", "Turner", "Ueda", "Vogel", "Walker", "Xu", "Young",
    "Zhang",
)  # fmt: skip
CITIES = (
    "Aberdeen", "Boston", "Cardiff", "Denver", "Edinburgh", "Florence", "Geneva", "Hamburg", "Izmir", "Jakarta",
    "Kyoto", "Lisbon", "Madrid", "Nairobi", "Oslo", "Porto", "Quito", "Riga", "Seville", "Turin", "Utrecht", "Vienna",
    "Warsaw", "Xiamen", "York", "Zagreb",
)  # fmt: skip
COUNTRIES = (
    "Austria", "Brazil", "Canada", "Denmark", "Egypt", "Finland", "Greece", "Hungary", "Ireland", "Japan", "Kenya",
    "Latvia", "Mexico", "Norway", "Oman", "Portugal", "Qatar", "Romania", "Spain", "Turkey", "Uruguay", "Vietnam",
    "Wales", "Yemen", "Zambia",
)  # fmt: skip
NATIONALITIES = (
    "Austrian", "Brazilian", "Canadian", "Danish", "Egyptian", "Finnish", "Greek", "Hungarian", "Irish", "Japanese",
    "Kenyan", "Latvian", "Mexican", "Norwegian", "Omani", "Portuguese", "Romanian", "Spanish", "Turkish", "Uruguayan",
    "Vietnamese", "Welsh", "Yemeni", "Zambian",
)  # fmt: skip
LANGUAGES = (
    "Arabic", "Bengali", "Czech", "Danish", "English", "Finnish", "German", "Hindi", "Italian", "Japanese", "Korean",
    "Latvian", "Malay", "Norwegian", "Polish", "Romanian", "Spanish", "Turkish", "Urdu", "Vietnamese", "Welsh", "Zulu",
)  # fmt: skip
REGIONS = (
    "Avon", "Brookshire", "Clearwater", "Dorset", "Eastfield", "Foxborough", "Greenhill", "Hillsdale", "Inverness",
    "Jefferson", "Kingsbury", "Lakeland", "Midvale", "Northfield", "Oakland", "Pinewood", "Queensbury", "Riverside",
    "Southport", "Thornbury", "Upland", "Valley View", "Westbrook", "Yorkfield",
)  # fmt: skip
STATES = (
    "AZ", "CA", "CO", "FL", "GA", "IL", "KY", "LA", "MA", "MN", "NV", "OH", "OR", "PA", "RI", "SC", "TX", "UT", "VA",
    "WA", "WI", "WY",
)  # fmt: skip
STATE_NAMES = (
    "Arizona", "California", "Delaware", "Florida", "Georgia", "Hawaii", "Iowa", "Kansas", "Louisiana", "Maine",
    "Nevada", "Oregon", "Pennsylvania", "Rhode Island", "South Carolina", "Texas", "Utah", "Virginia", "Washington",
)  # fmt: skip
STREETS = (
    "12 Ash Lane", "18 Birch Road", "25 Cedar Street", "3 Dale Avenue", "40 Elm Street", "5 Forest Road",
    "61 Garden Lane", "7 Hill Street", "8 Oak Avenue", "9 Park Road",
)  # fmt: skip
COMPANIES = (
    "Apex Group", "Bluebird Ltd", "Crown & Sons", "Delta Works", "Eastgate", "Falcon House", "Granite Co",
    "Harbour Bank", "Ironbridge", "Juniper", "Keystone", "Lighthouse", "Meridian", "Northwind", "Orchard", "Pioneer",
    "Quarry Partners", "Redwood", "Summit", "Trident", "Union Trust", "Vanguard Press", "Westwood", "Zenith",
)  # fmt: skip
TEAMS = (
    "Albion Rovers", "Bears", "City Wanderers", "Dynamo", "Eagles", "Falcons", "Grove United", "Hawks",
    "Island Athletic", "Jaguars", "Kings", "Lions", "Mariners", "North End", "Olympic", "Panthers", "Rangers", "Sharks",
    "Tigers", "United", "Victoria", "Wolves",
)  # fmt: skip
SCHOOLS = (
    "Ashford High", "Bayview Elementary", "Cedar Grove Academy", "Dover Middle", "Eastside High", "Franklin Elementary",
    "Glenwood High", "Harbor Academy", "Island Elementary", "Jackson Middle", "Kingston High", "Lincoln Elementary",
    "Maple Grove High", "Northgate Academy", "Oak Hill Elementary", "Parkside Middle", "Ridgeview High",
    "Sunrise Elementary", "Trinity Academy", "Valley High", "Westlake Middle",
)  # fmt: skip
PRODUCTS = (
    "Armchair", "Backpack", "Camera", "Desk Lamp", "Easel", "Flashlight", "Guitar", "Headphones", "Ink Set", "Jacket",
    "Kettle", "Ladder", "Mirror", "Notebook", "Oven", "Printer", "Quilt", "Radio", "Stapler", "Teapot", "Umbrella",
    "Vase", "Watch", "Yarn",
)  # fmt: skip
TITLES = (
    "A Long Winter", "Bright Water", "City of Glass", "Distant Shores", "Empty Rooms", "Far from Home", "Golden Hour",
    "Hidden Valley", "Island Song", "Journey North", "Kingdom of Rain", "Lost Letters", "Morning Light", "Night Train",
    "Open Sea", "Paper Moon", "Quiet Streets", "River of Stones", "Silver Lining", "The Last Garden",
    "Under the Bridge", "Voices", "Winter Tales", "Yellow House",
)  # fmt: skip
SENTENCES = (
    "All of it arrived on time.", "Better than the last one.", "Checked twice.", "Does what it says.",
    "Easy to follow.", "First draft, to be revised.", "Good work so far.", "Has to be looked at again.",
    "It was a pleasure.", "Just as described.", "Kept for reference.", "Late by two days.", "More details will follow.",
    "Not yet finished.", "Only for members.", "Please reply soon.", "See the notes below.",
    "This is the final version.", "Under review.", "Worth reading.",
)  # fmt: skip
EVENTS = (
    "Annual Dinner", "Book Fair", "Career Day", "Dance Night", "Easter Concert", "Film Evening", "Garden Party",
    "Harvest Festival", "Ice Breaker", "June Workshop", "Kick-off Meeting", "Lecture Series", "Midyear Review",
    "New Year Gala", "Open House", "Poetry Night", "Quiz Evening", "Reunion", "Spring Meeting", "Training Day",
    "Volunteer Day", "Winter Market",
)  # fmt: skip
COURSES = (
    "Algebra", "Biology", "Chemistry", "Drama", "Economics", "French", "Geography", "History", "Informatics",
    "Journalism", "Law", "Mathematics", "Nursing", "Optics", "Physics", "Rhetoric", "Sociology", "Theatre",
    "Urban Studies", "Zoology",
)  # fmt: skip
DEPARTMENTS = (
    "Accounting", "Business", "Customer Service", "Design", "Engineering", "Finance", "Geology", "Human Resources",
    "Information Systems", "Legal", "Marketing", "Nutrition", "Operations", "Purchasing", "Quality", "Research",
    "Sales", "Training",
)  # fmt: skip
JOBS = (
    "Accountant", "Buyer", "Clerk", "Designer", "Engineer", "Foreman", "Guide", "Host", "Inspector", "Jeweller",
    "Librarian", "Manager", "Nurse", "Operator", "Planner", "Receptionist", "Secretary", "Teacher", "Vice President",
    "Writer",
)  # fmt: skip
STATUSES = (
    "Active", "Blocked", "Closed", "Delayed", "Expired", "Finished", "Granted", "Held", "In progress", "Late", "Merged",
    "New", "Open", "Pending", "Queued", "Rejected", "Shipped", "Terminated", "Updated", "Valid", "Waiting",
)  # fmt: skip
TYPES = (
    "Advanced", "Basic", "Classic", "Deluxe", "Extended", "Flexible", "General", "Hybrid", "Internal", "Junior",
    "Local", "Mixed", "Normal", "Optional", "Premium", "Regular", "Special", "Standard", "Temporary", "Urban",
    "Voluntary",
)  # fmt: skip
LEVELS = ("Average", "Good", "High", "Low", "Medium", "Normal", "Poor", "Strong", "Very High", "Weak")
COLOURS = (
    "Amber", "Black", "Brown", "Crimson", "Dark Blue", "Gold", "Green", "Hazel", "Ivory", "Lavender", "Orange", "Pink",
    "Purple", "Red", "Silver", "Turquoise", "Violet", "White", "Yellow",
)  # fmt: skip
GENDERS = ("F", "M")
SIZES = ("Large", "Medium", "Small", "X-Large")
CURRENCIES = ("CHF", "CZK", "EUR", "GBP", "JPY", "NOK", "SEK", "USD")
SEASONS = ("2008/2009", "2009/2010", "2010/2011", "2011/2012", "2012/2013", "2013/2014", "2014/2015", "2015/2016")
MONTHS = ("2018-11", "2019-02", "2019-05", "2019-08", "2019-12", "2020-03", "2020-07", "2020-10", "2021-01")
ANSWERS = ("No", "Yes")
ELEMENTS = ("br", "c", "cl", "f", "h", "i", "k", "n", "na", "o", "p", "s", "zn")
FOODS = ("Apple", "Bread", "Cheese", "Egg", "Fish", "Grape", "Honey", "Lemon", "Milk", "Olive", "Pasta", "Rice", "Tea")
ANIMALS = ("Ant", "Bear", "Cat", "Dog", "Eagle", "Fox", "Goat", "Horse", "Lynx", "Owl", "Rabbit", "Sheep", "Wolf")
ILLNESSES = ("Anaemia", "Bronchitis", "Cough", "Diabetes", "Eczema", "Fever", "Headache", "Migraine", "Rash", "Sprain")
HEROES = (
    "Arrowhead", "Blue Comet", "Captain Storm", "Doctor Volt", "Echo", "Firefly", "Ghost Rider", "Hurricane",
    "Iron Fox", "Jade", "Kestrel", "Lady Frost", "Moonbeam", "Nightshade", "Orbit", "Phantom", "Quicksilver",
    "Red Falcon", "Shadow", "Thunder", "Vortex", "Wildcat",
)  # fmt: skip
POWERS = (
    "Agility", "Balance", "Camouflage", "Dexterity", "Endurance", "Flight", "Growth", "Healing", "Invisibility",
    "Levitation", "Memory", "Night Vision", "Reflexes", "Stamina", "Telepathy", "Vision", "Wall Climbing",
)  # fmt: skip
BADGES = ("Critic", "Editor", "Guru", "Mentor", "Organizer", "Patron", "Scholar", "Student", "Teacher", "Yearling")
TOPICS = ("biology", "chess", "design", "history", "jazz", "music", "poetry", "statistics", "travel", "weather")
RACES = tuple(f"{nationality} Grand Prix" for nationality in NATIONALITIES)
RANKS = ("1", "10", "12", "15", "2", "3", "4", "5", "6", "7", "8", "9")
CATEGORIES = (
    "Advertising", "Books", "Catering", "Donations", "Equipment", "Furniture", "Gifts", "Insurance", "Maintenance",
    "Office Supplies", "Parking", "Rent", "Services", "Travel", "Utilities",
)  # fmt: skip
LABELS = (
    "alpha", "beta", "delta", "epsilon", "gamma", "iota", "kappa", "lambda", "omega", "rho", "sigma", "tau", "theta",
    "zeta",
)  # fmt: skip
"""For columns whose names say nothing."""
DAYS = (
    "2018-10-09", "2019-03-14", "2019-06-02", "2019-11-23", "2020-01-17", "2020-05-08", "2020-09-30", "2021-02-11",
    "2021-07-19", "2021-12-05", "2022-04-26", "2022-08-13",
)  # fmt: skip
BIRTHDAYS = (
    "1958-07-21", "1963-02-15", "1969-11-03", "1974-05-28", "1978-09-12", "1982-01-30", "1985-06-17", "1988-12-08",
    "1991-04-02", "1994-08-25", "1997-03-11", "2001-10-19",
)  # fmt: skip
LATER_DAYS = (
    "2022-11-16", "2023-02-03", "2023-04-21", "2023-07-08", "2023-09-27", "2023-12-12", "2024-03-05", "2024-06-18",
    "2024-08-29", "2024-11-10",
)  # fmt: skip
TIMES = (
    "07:45:00", "08:30:00", "09:15:00", "10:40:00", "11:55:00", "13:20:00", "14:05:00", "15:50:00", "17:10:00",
    "18:25:00", "20:35:00",
)  # fmt: skip
